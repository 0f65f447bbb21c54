// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.etude.et.graph.EtException;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoalFilesTest {
    @TempDir
    Path dir;

    @Test
    void textAndBinaryOfOneScheduleAreEqual() throws IOException {
        GoalSchedule text = GoalSamples.parse(GoalSamples.PING);
        assertThat(GoalSamples.binary(text)).isEqualTo(GoalSamples.pingBinary());
        Path file = Files.write(dir.resolve("ping.bin"), GoalSamples.pingBinary());
        assertThat(GoalFiles.schedule(file)).isEqualTo(text);
        assertThat(new String(GoalSamples.text(text), StandardCharsets.US_ASCII))
                .isEqualTo("""
                num_ranks 2

                rank 0 {
                l1: calc 1500 cpu 1
                l2: send 4096b to 1 tag 7
                l2 requires l1
                }

                rank 1 {
                l1: recv 4096b from 0 tag 7
                l2: calc 2500
                l2 requires l1
                }
                """);
    }

    @Test
    void contentTellsWhatAFileIs() throws IOException {
        Path text = Files.writeString(dir.resolve("job.txt"), GoalSamples.PING);
        EtSet set = GoalFiles.readSet(text, Progress.ambient());
        assertThat(set.prefix()).isEqualTo("job");
        assertThat(set.ranks()).hasSize(2);
        Path zip = dir.resolve("job.goal.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(zip))) {
            out.write(GoalSamples.PING.getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(GoalFiles.readSet(zip, Progress.ambient()).ranks()).hasSize(2);
        Path other = Files.writeString(dir.resolve("notes.txt"), "the num_ranks of the job");
        assertThatThrownBy(() -> GoalFiles.readSet(other, Progress.ambient()))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("notes.txt.RANK.et");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "num_ranks 0 | line 1: num_ranks is 0",
                "rank 0 { } | line 1: \"num_ranks\" is missing, found \"rank\"",
                "num_ranks 2;rank 0 {;} | rank 1 of 2 is missing",
                "num_ranks 1;rank 1 {;} | line 2: the rank is 1, not 0 to 0",
                "num_ranks 1;rank 0 {;};rank 0 {;} | line 4: rank 0 is defined twice",
                "num_ranks 1;rank 0 {;calc;} | line 3: the time in ns is missing, found the end of the line",
                "num_ranks 1;rank 0 {;calc 99999999999999999999;} | line 3: a number is beyond",
                "num_ranks 2;rank 0 {;send 5 to 1;};rank 1 {;} | line 3: \"b\" is missing, found \"to\"",
                "num_ranks 2;rank 0 {;send 5b from 1;};rank 1 {;} | line 3: \"to\" is missing, found \"from\"",
                "num_ranks 2;rank 0 {;send 5b to 2;};rank 1 {;} | line 3: there is no rank 2 of 2",
                "num_ranks 2;rank 0 {;recv 5b from -1;};rank 1 {;} | line 3: a receive from any rank",
                "num_ranks 2;rank 0 {;recv 5b from 1 tag -1;};rank 1 {;} | line 3: a receive of any tag",
                "num_ranks 1;rank 0 {;calc 5 cpu 256;} | line 3: cpu is 256, not 0 to 255",
                "num_ranks 1;rank 0 {;calc 5 6;} | line 3: the statement continues with \"6\"",
                "num_ranks 1;rank 0 {;a: calc 5;a: calc 5;} | line 4: the label a is defined twice",
                "num_ranks 1;rank 0 {;a: calc 5;a requires b;} | names the label b, which no operation of it has",
                "num_ranks 1;rank 0 {;a wants b;} | line 3: \":\", requires or irequires is missing",
                "num_ranks 1;rank 0 {;calc 5 | found the end of the file",
                "num_ranks 1;/* rank 0 | line 2: the comment is not closed",
                "num_ranks 1;rank 0 {;calc 5 $;} | line 3: the character '$' belongs to no statement"
            })
    void brokenTextIsRefusedWithItsLine(String text, String said) {
        assertThatThrownBy(() -> GoalSamples.parse(text.replace(';', '\n')))
                .isInstanceOf(EtException.class)
                .hasMessageStartingWith("job.goal: line ")
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 38  | spent it",
                "8 | 255 | 255 ranks do not fit",
                "14 | 0   | the part of rank 0 from 0",
                "22 | 255 | the part of rank 0",
                "46 | 200 | 200 operations and 1 roots, which do not fit",
                "58 | 9   | operation 0 waits for 9 others, of which 0 name it",
                "62 | 4   | operation 0 has the type 4",
                "102 | 9  | operation 1 names rank 9 of 2",
                "81 | 50  | the dependants of operation 0 are beyond",
                "136 | 3  | operation 3 of 2 depends on operation 0"
            })
    void brokenBinaryIsRefusedWithItsByte(int at, int value, String said) throws IOException {
        byte[] bytes = GoalSamples.pingBinary();
        bytes[at] = (byte) value;
        if (at == 0) {
            bytes[1] = 9; // 2342
        }
        Path file = Files.write(dir.resolve("x.bin"), bytes);
        assertThatThrownBy(() -> GoalFiles.schedule(file))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("x.bin: byte ")
                .hasMessageContaining(said);
    }

    /** Thousands before the first word are skipped; without a schedule behind them, that is said at once. */
    @ParameterizedTest
    @ValueSource(strings = {"// licence\n", "/* licence */\n", "\n", "/**/"})
    void commentsBeforeAScheduleAreSkipped(String comment) throws IOException {
        String comments = comment.repeat(4_000);
        Path file = Files.writeString(dir.resolve("job.goal"), comments + GoalSamples.PING);
        assertThat(GoalFiles.readSet(file, Progress.NONE).ranks()).hasSize(2);
        Path other = Files.writeString(dir.resolve("other.txt"), comments + "int main() {}\n");
        assertThatThrownBy(() -> GoalFiles.readSet(other, Progress.NONE))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("no file other.txt.RANK.et there");
    }

    @Test
    void aTruncatedBinaryIsRefused() throws IOException {
        for (int length = 8; length < GoalSamples.pingBinary().length; length += 7) {
            Path file = Files.write(dir.resolve("x.bin"), Arrays.copyOf(GoalSamples.pingBinary(), length));
            assertThatThrownBy(() -> GoalFiles.schedule(file)).isInstanceOf(EtException.class);
        }
    }
}
