// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.etude.cli.base.Command;
import org.etude.cli.base.Console;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Picocli warns of texts that it cannot format on the process's own stderr, past the command's: a percent sign in a
 * description. A process shows every help and every error of usage, as the launcher does, with the models that the build
 * writes, and as its own tests do, from the annotations.
 */
final class HelpWarningsTest {
    @TempDir
    Path models;

    @Test
    void noHelpAndNoErrorOfUsageMakesPicocliWarn() throws IOException, InterruptedException {
        CommandModels.main(new String[] {models.toString()});
        assertThat(shown(models + File.pathSeparator)).matches("[1-9][0-9]+ texts\n");
    }

    @Tag("campaign")
    @Test
    void noneDoesWithoutTheModels() throws IOException, InterruptedException {
        CommandModels.main(new String[] {models.toString()});
        assertThat(shown("")).isEqualTo(shown(models + File.pathSeparator));
    }

    @Test
    void aPercentSignIsShownOnce() throws IOException, InterruptedException {
        CommandModels.main(new String[] {models.toString()});
        assertThat(output(models + File.pathSeparator, Main.class, "sweep", "--help"))
                .contains("or 10%:0.25")
                .doesNotContain("%%");
    }

    private static String shown(String before) throws IOException, InterruptedException {
        return output(before, Shown.class);
    }

    /** Both streams of a process, stderr first. */
    private static String output(String before, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = TestShell.builder((Object[]) arguments).command();
        int path = command.indexOf("-cp") + 1;
        command.set(path, before + command.get(path));
        command.set(path + 1, main.getName());
        Path seen = Files.createTempFile("etude-", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(seen.toFile())
                    .start();
            assertThat(process.waitFor()).as(() -> text(seen)).isZero();
            return text(seen);
        } finally {
            Files.delete(seen);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Shows everything, prints how much that was. */
    static final class Shown {
        private static final Console SILENT = new Console(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                false);
        /** They give options they do not know to their reader or to Jupyter. */
        private static final Set<String> PASSING_ON = Set.of("astra-sim", "lab");

        private static int texts;

        private Shown() {}

        public static void main(String[] args) {
            show(ExitCode.OK, "--help");
            show(ExitCode.USAGE, "no-such-command");
            for (CommandName name : CommandName.values()) {
                show(name);
            }
            System.out.print(texts + " texts\n");
        }

        private static void show(CommandName name) {
            Command command = name.create().on(SILENT);
            CommandLine line = new CommandLine(command);
            command.addTo(line);
            help(name.text());
            for (String below : line.getSubcommands().keySet()) {
                help(name.text(), below);
            }
            line.getUsageMessage(); // picocli's own form, which renders the texts of all options
        }

        private static void help(String... command) {
            String[] more = Arrays.copyOf(command, command.length + 1);
            more[command.length] = "--help";
            show(ExitCode.OK, more);
            if (!PASSING_ON.contains(command[0])) {
                more[command.length] = "--no-such-option";
                show(ExitCode.USAGE, more);
            }
        }

        private static void show(int expected, String... command) {
            int code = Shell.run(SILENT, command);
            if (code != expected) {
                System.err.println(String.join(" ", command) + ": " + code);
            }
            texts++;
        }
    }
}
