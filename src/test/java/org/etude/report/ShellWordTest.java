// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "data/moe-2,          data/moe-2,            data/moe-2",
                "训练/é_1%20+=@.gz,   训练/é_1%20+=@.gz,     |\"训练/é_1%20+=@.gz\"|",
                "my traces,           \"my traces\",         \"my traces\"",
                "it's,                \"it's\",              \"it's\"",
                "a#b;c(1)&*?~,        \"a#b;c(1)&*?~\",      \"a#b;c(1)&*?~\"",
                "~/x,                 \"~/x\",               ~/x",
                "C:\\x\\y,            'C:\\x\\y',            C:\\x\\y",
                "C:\\x y,             'C:\\x y',             \"C:\\x y\"",
                "$HOME!,              '$HOME!',              \"$HOME!\"",
                "o'`id`,              'o'\\''`id`',          \"o'`id`\"",
                "||,                  \"\",                  \"\""
            })
    void quotesOnlyWhatNeedsIt(String word, String posix, String windows) {
        assertThat(ShellWord.of(word, false)).isEqualTo(posix);
        assertThat(ShellWord.of(word, true)).isEqualTo(windows);
    }

    /** A real shell prints each word as it was. */
    @Property(tries = 40)
    void aShellReadsThemUnchanged(
            @ForAll @Size(min = 1, max = 60)
                    List<
                                    @Chars({'\'', '"', '$', '`', '\\', '!', ' ', '*', '~', '#', '\n', '\t', 'é', '训'})
                                    @CharRange(from = '!', to = '~') String>
                            words)
            throws IOException, InterruptedException {
        Assume.that(Files.isExecutable(Path.of("/bin/sh")));
        StringBuilder command = new StringBuilder("printf '%s\\0'");
        words.forEach(word -> command.append(' ').append(ShellWord.of(word, false)));
        Process shell = new ProcessBuilder("sh").start();
        try (var in = shell.getOutputStream()) {
            in.write(command.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(said.split("\0", -1)).startsWith(words.toArray(String[]::new));
    }
}
