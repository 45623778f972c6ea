package build.offload.kernel.store;

/** A row of the store holds what nothing of ours wrote: it is damaged, or was changed by hand. Nothing else is the worse for it. */
public final class UnreadableRowException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 200;

    private final String row;

    UnreadableRowException(String row, RuntimeException cause) {
        super(row + " cannot be read: " + reason(cause), cause);
        this.row = row;
    }

    /** What a column holds may be anything, and as long as it likes. */
    private static String reason(RuntimeException cause) {
        String text = String.valueOf(cause.getMessage()).replaceAll("\\p{Cntrl}", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    /** Return which row it is, such as {@code job 0123…}. */
    public String row() {
        return row;
    }
}
