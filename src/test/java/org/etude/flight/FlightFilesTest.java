// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps are found by the rank in their names and their first byte. */
class FlightFilesTest {
    private static final String DUMP = "{\"version\": \"2.4\", \"entries\": [], \"pg_config\": {}, \"pg_status\": {}}";

    @TempDir
    private Path dir;

    private void write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @ParameterizedTest
    @CsvSource({"rank_3, 3", "nccl_trace_rank_12, 12", "comm_traces/rank_0, 0", "dump7.json, 7", "Rank_5.PKL, 5", "4, 4"
    })
    void theRankIsTheLastNumberOfTheName(String name, int rank) throws IOException {
        write(name, DUMP);
        write("notes_1.txt", DUMP);
        write("rank_9.json", "nothing of the kind");
        write("readme", DUMP);
        assertThat(FlightFiles.read(dir, Progress.NONE)).singleElement().satisfies(dump -> {
            assertThat(dump.rank()).isEqualTo(rank);
            assertThat(dump.version()).isEqualTo("2.4");
            assertThat(dump.hasLost()).isFalse();
        });
    }

    @Test
    void ranksAscendAsNumbers() throws IOException {
        write("rank_10", DUMP);
        write("rank_9", DUMP);
        assertThat(FlightFiles.read(dir, Progress.NONE))
                .extracting(FlightDump::rank)
                .containsExactly(9, 10);
    }

    @Test
    void aFileAloneWithoutANumberIsRankZero() throws IOException {
        write("dump", DUMP);
        assertThat(FlightFiles.read(dir.resolve("dump"), Progress.NONE))
                .extracting(FlightDump::rank)
                .containsExactly(0);
    }

    @Test
    void twoOfOneRankAreRefused() throws IOException {
        write("a/rank_1", DUMP);
        write("b/rank_1", DUMP);
        assertThatThrownBy(() -> FlightFiles.read(dir, Progress.NONE))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining(
                        dir.resolve("b/rank_1") + ": belongs to rank 1, and so does " + dir.resolve("a/rank_1"));
    }

    @Test
    void aFolderWithoutOneIsRefused() {
        assertThatThrownBy(() -> FlightFiles.read(dir, Progress.NONE))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining(dir + ": holds no flight recorder dump");
    }

    private static String grouped(String ranks) {
        return DUMP.replace("\"pg_config\": {}", "\"pg_config\": {\"7\": {\"name\": \"7\", \"ranks\": " + ranks + "}}");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {"[0, 12]", "[]", "\"[0, 12]\"", "\"0,12\"", "\"(0, 12)\"", "\"[]\"", "\"\"", "null"})
    void ranksOfAGroupAreAListOrItsText(String ranks) throws IOException {
        write("rank_0", grouped(ranks));
        assertThat(FlightFiles.read(dir, Progress.NONE))
                .singleElement()
                .extracting(dump -> dump.groups().get("7"))
                .isEqualTo(ranks.contains("12") ? List.of(0, 12) : List.of());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "[18446744073709551617]|18446744073709551617",
                "[4294967297]|4294967297",
                "[1.5]|1.5",
                "[-1]|-1",
                "[true]|true",
                "[\"1\"]|1",
                "\"[-1]\"|-1",
                "\"[0, 1.5]\"|1.5",
                "\"[1e3]\"|1e3",
                "\"[0, 18446744073709551617]\"|18446744073709551617"
            })
    void whatIsNoRankIsRefused(String ranks, String shown) throws IOException {
        write("rank_0", grouped(ranks));
        assertThatThrownBy(() -> FlightFiles.read(dir.resolve("rank_0"), Progress.NONE))
                .isInstanceOf(FlightException.class)
                .hasMessageContaining(dir.resolve("rank_0") + ", pg_config 7: ranks: expected a rank, found " + shown);
    }
}
