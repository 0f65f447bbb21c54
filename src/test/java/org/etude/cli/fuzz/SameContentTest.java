// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What editors, browsers and archivers do to a text without meaning to change it: a command answers the same, or refuses
 * the file by its name; it never answers something else. What Windows writes is never refused.
 */
class SameContentTest {
    /**
     * The head of the column of a sweep that says how long a run took, and such a time, which is before whether the run was kept
     * from an earlier sweep; with the blanks before it, of which there are fewer when a run took longer.
     */
    private static final String RUN_MS = " +(run_ms\\b|[0-9.]+ +no\\b)";

    @TempDir
    private Path temp;

    private enum Rewrite {
        WINDOWS_LINES(text -> text.replace("\r\n", "\n").replace("\n", "\r\n")),
        BYTE_ORDER_MARK(text -> "\uFEFF" + text),
        BLANKS_AT_THE_END(text -> text + "\n  \n\n"),
        NO_LINE_END(text -> text.replaceAll("\\n+$", ""));

        private final UnaryOperator<String> change;

        Rewrite(UnaryOperator<String> change) {
            this.change = change;
        }

        boolean isOfWindows() {
            return this == WINDOWS_LINES || this == BYTE_ORDER_MARK;
        }

        byte[] of(String text) {
            return change.apply(text).getBytes(StandardCharsets.UTF_8);
        }
    }

    static Stream<CommandSample> samples() {
        return CommandSample.all();
    }

    static Stream<CommandSample> samplesThatMeetAThird() {
        return CommandSample.all().filter(sample -> sample.third() >= 0);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void answersAreTheSame(CommandSample sample) throws IOException {
        compare(sample, sample::meets);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("samplesThatMeetAThird")
    void allAnswersAreTheSame(CommandSample sample) throws IOException {
        compare(sample, change -> !sample.meets(change));
    }

    private void compare(CommandSample sample, IntPredicate met) throws IOException {
        int change = 0;
        Path in = Files.createDirectories(temp.resolve("in"));
        sample.files().write(in);
        String sound = answer(sample, in, "sound").orThrow();
        for (String file : TestShell.files(in)) {
            byte[] bytes = Files.readAllBytes(in.resolve(file));
            String text = text(bytes);
            if (text.isEmpty()) {
                continue;
            }
            for (Rewrite rewrite : Rewrite.values()) {
                if (!met.test(change++)) {
                    continue;
                }
                Files.write(in.resolve(file), rewrite.of(text));
                String how = file + " with " + rewrite;
                Answer answer = check(sample, in, how, sound);
                assertThat(rewrite.isOfWindows() && answer.shell.code() == ExitCode.FAILED)
                        .as("%s, %s: %s", sample, how, answer.shell.err())
                        .isFalse();
            }
            if (met.test(change++)) {
                Files.write(in.resolve(file), packed(bytes, bytes.length / 2));
                check(sample, in, file + " packed as two members", sound);
            }
            Files.write(in.resolve(file), bytes);
        }
    }

    private Answer check(CommandSample sample, Path in, String how, String sound) throws IOException {
        Answer answer = answer(sample, in, how.replaceAll("\\W", "-"));
        if (answer.shell.code() == ExitCode.FAILED) {
            assertThat(answer.shell.err()).as("%s, %s", sample, how).contains(in.toString());
        } else {
            assertThat(answer.text())
                    .as("%s, %s: %s", sample, how, answer.shell.err())
                    .isEqualTo(sound);
        }
        return answer;
    }

    /** What a command printed. */
    private record Answer(TestShell shell, String name) {
        String text() {
            return (shell.code() + "\n" + shell.out()).replace(name, "OUT").replaceAll(RUN_MS, " time");
        }

        String orThrow() {
            assertThat(shell.code()).as("%s", shell).isIn(ExitCode.OK, ExitCode.FINDINGS);
            return text();
        }
    }

    private Answer answer(CommandSample sample, Path in, String name) {
        Path out = temp.resolve("out-" + name);
        return new Answer(TestShell.run(sample.command(in, out)), out.toString());
    }

    /** As a text, or "" if it is none. */
    private static String text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') >= 0 ? "" : text;
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    private static byte[] packed(byte[] bytes, int at) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (int[] part : List.of(new int[] {0, at}, new int[] {at, bytes.length})) {
            try (GZIPOutputStream member = new GZIPOutputStream(packed)) {
                member.write(bytes, part[0], part[1] - part[0]);
            }
        }
        return packed.toByteArray();
    }
}
