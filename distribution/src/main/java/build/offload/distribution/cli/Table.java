package build.offload.distribution.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns, under a heading in capitals. */
final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heading) {
        rows.add(List.of(heading));
    }

    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean empty() {
        return rows.size() == 1;
    }

    /** Return the lines, without blanks at their ends. */
    List<String> lines() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = printable(row.get(column));
            line.append(cell).append(" ".repeat(widths[column] - length(cell))).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    // A name from outside must not move the cursor or fake a line.
    private static String printable(String cell) {
        StringBuilder out = new StringBuilder(cell.length());
        cell.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }
}
