package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCellAndLinesEndWithoutBlanks() {
        Table table = new Table("A", "LONGER", "LAST").row("wide cell", "x", "").row("y", "日本", "end");

        assertThat(table.lines()).containsExactly("A          LONGER  LAST", "wide cell  x", "y          日本      end");
    }
}
