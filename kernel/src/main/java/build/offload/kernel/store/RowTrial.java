package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;

/** Reads one row by the name that an {@link UnreadableRowException} gave it. */
record RowTrial(ReadTransaction tx) {

    boolean passes(String row) {
        int blank = row.indexOf(' ');
        String key = row.substring(blank + 1);
        try {
            switch (row.substring(0, blank)) {
                case "job" -> tx.jobs().job(new JobId(key));
                case "attempt" -> tx.jobs().attempt(AttemptId.parse(key));
                case "ticket" -> tx.queue().ticket(new JobId(key));
                case "host" -> tx.fleet().host(new HostName(key));
                case "workspace" -> workspace(key);
                default -> throw new InvalidValueException("row", "is of no kind that is read row by row: " + row);
            }
            return true;
        } catch (UnreadableRowException | InvalidValueException still) {
            return false;
        }
    }

    /** The checkout's id has no dot in it. */
    private void workspace(String key) {
        int dot = key.lastIndexOf('.');
        tx.workspaces().of(new HostName(key.substring(0, dot)), new MirrorId(key.substring(dot + 1)));
    }
}
