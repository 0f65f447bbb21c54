// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.calibrate.CalibrationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines without what launchers write before them. */
class LogLinesTest {
    @TempDir
    private Path dir;

    private LogLines of(String text) throws IOException {
        return new LogLines(Files.writeString(dir.resolve("log.txt"), text));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "plain text|plain text",
                "[1,0]<stdout>: text|text",
                "[1,0]<stderr>:text|text",
                "Mon Nov 23 [job,1,12]<stdout>: text|text",
                "0: text|text",
                "  12: text|text",
                "# 0: text|# 0: text",
                "2026-05-01T12:00:00.123456789Z text|text",
                "[2026-05-01 12:00:00,5 +0200] text|text",
                "2026-05-01T12:00:00Z [1,0]<stdout>: text|text",
                "node1: text|node1: text",
                "2026-05-01|2026-05-01",
                "[1]<stdout>: text|[1]<stdout>: text",
                "1,0<stdout>: text|1,0<stdout>: text"
            })
    void tagsOfLaunchersAreTakenOff(String line, String expected) throws IOException {
        try (LogLines lines = of(line + "  \r\n")) {
            assertThat(lines.next()).isEqualTo(expected);
            assertThat(lines.next()).isNull();
        }
    }

    @Test
    void coloursAreTakenOff() throws IOException {
        try (LogLines lines = of("\u001B[32m[1,0]<stdout>: text\u001B[0m\n\u001B[1;31m# a\u001B[K")) {
            assertThat(lines.next()).isEqualTo("text");
            assertThat(lines.next()).isEqualTo("# a");
        }
    }

    @Test
    void linesAreCountedFromOne() throws IOException {
        try (LogLines lines = of("\uFEFFa\n\nc")) {
            assertThat(lines.number()).isZero();
            assertThat(lines.next()).isEqualTo("a");
            assertThat(lines.next()).isEmpty();
            assertThat(lines.number()).isEqualTo(2);
            assertThat(lines.next()).isEqualTo("c");
            assertThat(lines.next()).isNull();
            assertThat(lines.number()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {"node1: ", "[pod/nccl/main] ", "worker-1  | ", "[0] ", "INFO "})
    void whatStandsBeforeACommentOfTheBenchmarkIsAPrefix(String prefix) throws IOException {
        // An unknown prefix is removed from the first comment that has it onwards, and nothing else is.
        String before = prefix.stripTrailing() + ' ';
        String text = String.join(
                "\n",
                before + "      8 early",
                before + "# nThread 1 nGpus 8 minBytes 8",
                before + "      8 float",
                "other# 9",
                before + "#");
        try (LogLines lines = of(text)) {
            assertThat(lines.next()).isEqualTo(before + "      8 early");
            assertThat(lines.next()).isEqualTo("# nThread 1 nGpus 8 minBytes 8");
            assertThat(lines.next()).isEqualTo("      8 float");
            assertThat(lines.next()).isEqualTo("other# 9");
            assertThat(lines.next()).isEqualTo("#");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "12:00:03 ;12:00:04 ",
                "[12:59:59] ;[13:00:00] ",
                "node1: 2026-05-01 12:00:03 ;node1: 2026-05-02 00:00:00 ",
                "[pod/nccl-0/main] 2026-05-01T12:00:03.123456789Z ;[pod/nccl-0/main] 2026-05-01T12:00:04.5Z ",
                "[1,0]<stdout>: 12:00:03 ;[1,0]<stdout>: 12:00:04 ",
                "Nov 30 23:59:59 ;Dec  1 00:00:00 ",
                "Mon Nov 30 23:59:59 2026 ;Tue Dec  1 00:00:00 2026 ",
                "1761998403 ;1761998404 ",
                "1761998403.999999 ;1761998404.000001 ",
                "[99999.999999] ;[100000.000000] ",
                "[    9.999999] ;[12345.000000] ",
                "     9\t;    10\t",
                "(INFO +1.5e3) ;(INFO +1.6e3) "
            })
    void theNumbersOfAPrefixGoOn(String first, String next) throws IOException {
        // The prefix of a comment is that of the rows: each line has its own time.
        try (LogLines lines = of(first + "#       size         count      type\n" + next + "        1024  256 float")) {
            assertThat(lines.next()).isEqualTo("#       size         count      type");
            assertThat(lines.next()).isEqualTo("        1024  256 float");
        }
    }

    @Test
    void rowsAreNoPrefixes() throws IOException {
        String comment = "# nThread 1 nGpus 8";
        String text = String.join(
                "\n",
                "        1024           256     float  " + comment,
                "        2048           512     float  sum",
                "       1024 " + comment,
                "       2048           512     float  sum");
        try (LogLines lines = of(text)) {
            assertThat(lines.next()).isEqualTo(comment);
            assertThat(lines.next()).isEqualTo("        2048           512     float  sum");
            assertThat(lines.next()).isEqualTo(comment);
            assertThat(lines.next()).isEqualTo("       2048           512     float  sum");
        }
    }

    @Test
    void aLineOfAMillionCharactersIsNoLog() throws IOException {
        try (LogLines lines = of("short\n" + "x".repeat((1 << 20) + 1))) {
            lines.next();
            assertThatThrownBy(lines::next)
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageContaining(dir.resolve("log.txt") + ", line 2: is longer than a million characters");
        }
    }
}
