// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.etude.SmallTraces;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every byte that commands write is the same whatever the place, the language and the character set of the machine. */
class EnvironmentTest {
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();

    @TempDir
    private Path dir;

    private Path traces;

    @BeforeEach
    void writeTraces() {
        traces = SmallTraces.write(dir.resolve("traces"), 2);
    }

    @AfterEach
    void goHome() {
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }

    /** All commands whose output has numbers, names or times; the output of each is in a file of its own. */
    private Path everything(String name) throws IOException {
        Path out = dir.resolve(name);
        List<String[]> commands = List.of(
                new String[] {"run", traces.toString(), "--out", "@/run"},
                new String[] {"run", traces.toString(), "--fidelity", "aware", "--format", "json"},
                new String[] {"simulate", "@/run/repair", "--perfetto", "@/step.json", "-n", "4", "--comm-scale", "1.5"
                },
                new String[] {
                    "topology", "torus:4x2", "--bandwidth", "25,50Gbps", "--latency", "1.5us", "--out", "@/net"
                },
                new String[] {
                    "chakra-jsonizer", "--input_filename", "@/run/et/all_reduce.0.et", "--output_filename", "@/w.json"
                },
                new String[] {"plot", "overlap", traces.toString(), "--out", "@/overlap.svg"},
                new String[] {"check", traces.toString(), "--format", "csv"},
                new String[] {"repair", "--HELP"},
                new String[] {"simulate", "@/run/repair", "--max-time", "1,5s"});
        int number = 0;
        for (String[] command : commands) {
            Object[] args = Arrays.stream(command)
                    .map(word -> word.replace("@", out.toString()))
                    .toArray();
            TestShell shell = TestShell.run(args);
            String said = shell.code() + "\n" + shell.out() + shell.err();
            Files.createDirectories(out);
            Files.writeString(out.resolve("said-" + number++), said.replace(out.toString(), "@"));
        }
        return out;
    }

    private static List<String> whole(Path out) throws IOException {
        List<String> all = new ArrayList<>();
        for (String file : TestShell.files(out)) {
            String text = new String(Files.readAllBytes(out.resolve(file)), StandardCharsets.ISO_8859_1);
            all.add(file + "\n" + text.replace(out.toString(), "@"));
        }
        return all;
    }

    /** Turkish has another i, the others have other digits and decimal points. */
    @Test
    void languagesAndZonesChangeNothing() throws IOException {
        Locale.setDefault(Locale.ROOT);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        List<String> expected = whole(everything("a"));
        Map<String, String> places = Map.of(
                "tr-TR", "Europe/Istanbul",
                "ar-EG-u-nu-arab", "Pacific/Kiritimati",
                "fa-IR-u-nu-arabext", "Pacific/Niue");
        for (String language : places.keySet()) {
            Locale.setDefault(Locale.forLanguageTag(language));
            TimeZone.setDefault(TimeZone.getTimeZone(places.get(language)));
            assertThat(String.format("%,.1f", 1234.5))
                    .as("the language is in force")
                    .isNotEqualTo("1,234.5");
            assertThat(whole(everything(language))).as(language).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void theCharacterSetTheCoresAndHashCodesChangeNothing() throws Exception {
        Object[] run = {"run", traces, "--format", "json", "--out", dir.resolve("out")};
        TestShell here = TestShell.run(run).exits(ExitCode.OK);
        List<String> expected = whole(dir.resolve("out"));
        ProcessBuilder builder = TestShell.builder(run);
        builder.command()
                .addAll(
                        1,
                        List.of(
                                "-Dfile.encoding=UTF-16",
                                "-XX:ActiveProcessorCount=1",
                                "-XX:+UnlockExperimentalVMOptions",
                                "-XX:hashCode=2"));
        Path err = dir.resolve("err");
        Process process = builder.redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(new TestShell(process.waitFor(), out, Files.readString(err))).isEqualTo(here);
        assertThat(whole(dir.resolve("out"))).containsExactlyElementsOf(expected);
    }
}
