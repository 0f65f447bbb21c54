// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.etude.Traces;
import org.etude.spec.LoadOptions;
import org.etude.table.schema.TableStart;
import tech.tablesaw.api.Table;

/**
 * Measures what a question costs beyond loading, as a user meets it: a fresh process that loads one directory and asks once. CPU
 * time is that of the whole process, compilation and collection of garbage included. Arguments: directory, question, and for a
 * difference the directory of the other recording; see docs/benchmarks/questions.md.
 */
public final class QuestionBenchmark {
    private static final Map<String, Function<Traces, Table>> QUESTIONS = RecordedQuestions.of(8);

    static {
        QUESTIONS.put("perfetto", QuestionBenchmark::perfetto);
    }

    private QuestionBenchmark() {}

    /** Runs it. */
    public static void main(String[] args) {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Traces traces = load(args[0]);
        Traces other = args.length > 2 ? load(args[2]) : traces;
        // The launcher leaves out the search of the class path that this is; see TableStart.
        TableStart.await();
        long loaded = process.getProcessCpuTime();
        long before = System.nanoTime();
        Table table = args[1].equals("diff")
                ? traces.diff(other)
                : QUESTIONS.get(args[1]).apply(traces);
        System.out.printf(
                Locale.ROOT,
                "%-14s %,8d rows; load %.2f s of CPU, question %.2f s of CPU, %.2f s%n",
                args[1],
                table.rowCount(),
                loaded / 1e9,
                (process.getProcessCpuTime() - loaded) / 1e9,
                (System.nanoTime() - before) / 1e9);
    }

    private static Table perfetto(Traces traces) {
        try {
            Path file = Files.createTempFile("perfetto", ".json");
            try {
                return traces.exportPerfetto(file.toString()).ranks();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Traces load(String directory) {
        return Traces.load(List.of(Path.of(directory)), t -> new LoadOptions(false, false, 1));
    }
}
