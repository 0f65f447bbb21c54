// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Output of plain JShell, kept in a file because it takes a second per scenario; a campaign test compares it again. */
final class RecordedPlainJShell {
    private static final int SHELLS = 4;

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

    /**
     * The same from plain JShell itself. Several at once, because one waits most of the time: each question to its process takes it 90 ms, for
     * small packets that await acknowledgements, and next to no work.
     */
    static Map<String, Map<String, String>> ask(Map<String, List<String>> scenarios) {
        Map<String, Map<String, String>> values = new ConcurrentSkipListMap<>();
        Queue<Map.Entry<String, List<String>>> left = new ConcurrentLinkedQueue<>(scenarios.entrySet());
        ExecutorService threads = Executors.newFixedThreadPool(SHELLS);
        try {
            List<Future<?>> shells = new ArrayList<>();
            for (int i = 0; i < SHELLS; i++) {
                shells.add(threads.submit(() -> askAll(left, values)));
            }
            for (Future<?> shell : shells) {
                shell.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
        return values;
    }

    private static void askAll(Queue<Map.Entry<String, List<String>>> left, Map<String, Map<String, String>> values) {
        try (PlainJShell shell = new PlainJShell()) {
            for (var next = left.poll(); next != null; next = left.poll()) {
                values.put(next.getKey(), shell.variablesAfter(next.getValue()));
            }
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
