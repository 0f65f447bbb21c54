// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Output of plain JShell, kept in a file because it takes a second per scenario; a campaign test compares it again. */
final class RecordedPlainJShell {
    private RecordedPlainJShell() {}

    /** Variables and values of each scenario. */
    static Map<String, Map<String, String>> read(String file) {
        try (InputStream in = RecordedPlainJShell.class.getResourceAsStream(file)) {
            Map<String, Map<String, String>> values = new TreeMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t", 3))
                    .forEach(each -> values.computeIfAbsent(each[0], name -> new TreeMap<>())
                            .put(each[1], each[2]));
            return values;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same from plain JShell itself. */
    static Map<String, Map<String, String>> ask(Map<String, List<String>> scenarios) {
        try (PlainJShell shell = new PlainJShell()) {
            Map<String, Map<String, String>> values = new TreeMap<>();
            scenarios.forEach((name, cells) -> values.put(name, shell.variablesAfter(cells)));
            return values;
        }
    }

    private static void write(Path file, Map<String, List<String>> scenarios) throws IOException {
        StringBuilder text = new StringBuilder();
        ask(scenarios)
                .forEach((scenario, values) -> values.forEach((name, value) -> text.append(scenario)
                        .append('\t')
                        .append(name)
                        .append('\t')
                        .append(value)
                        .append('\n')));
        Files.writeString(file, text);
    }

    /** Writes the files anew: the directory of resources. */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0], VariablesKeptTest.RECORDED), VariablesKeptTest.scenarios());
        write(Path.of(arguments[0], InterleavedCellsTest.RECORDED), InterleavedCellsTest.alone());
    }
}
