// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What memory.csv next to generated execution traces says about the fullest rank. */
class RankMemoryFileTest {
    @TempDir
    private Path dir;

    private void memory(String csv) throws IOException {
        Files.writeString(dir.resolve("memory.csv"), csv);
    }

    @Test
    void theFullestStageCountsForTheDirectoryAndForAPrefix() throws IOException {
        memory("stage,parameters_bytes,total_bytes\n0,1,900\n1,2,1000\n2,3,20\n");
        assertThat(RankMemoryFile.beside(dir)).hasValue(1000);
        assertThat(RankMemoryFile.beside(dir.resolve("job"))).hasValue(1000);
    }

    @Test
    void noFileTellsNothing() {
        assertThat(RankMemoryFile.beside(dir)).isEmpty();
    }

    /** As a spreadsheet writes it again: a byte-order mark, quotes, CRLF, a blank line. */
    @Test
    void quotesAndOtherLineEndsAreRead() throws IOException {
        memory("\uFEFF\"stage\",\"note\",\"total_bytes\"\r\n\"0\",\"first, and last\",\"7000\"\r\n\r\n");
        assertThat(RankMemoryFile.beside(dir)).hasValue(7000);
    }

    @Test
    void anotherTableIsRefused() throws IOException {
        memory("stage,bytes\n0,900\n");
        assertThatThrownBy(() -> RankMemoryFile.beside(dir))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("memory.csv: is not the memory of generated ranks: it has no column total_bytes")
                .hasMessageContaining("etude workload et");
        memory("stage,total_bytes\n");
        assertThatThrownBy(() -> RankMemoryFile.beside(dir)).hasMessageContaining("it has no rows");
    }

    @Test
    void aCellThatIsNoNumberIsNamedByLineAndColumn() throws IOException {
        memory("stage,total_bytes\n0,900\n1,many\n");
        assertThatThrownBy(() -> RankMemoryFile.beside(dir))
                .isInstanceOf(EtudeException.class)
                .hasMessageContaining("memory.csv")
                .hasMessageContaining("line 3")
                .hasMessageContaining("total_bytes")
                .hasMessageContaining("many");
    }
}
