// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * Measures loading as a user meets it: a fresh process that loads one directory once. Arguments: directory, number of
 * threads. Run it from the shell so that the JVM's start counts; see docs/benchmarks/load.md.
 */
public final class LoadBenchmark {
    private LoadBenchmark() {}

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        long before = System.nanoTime();
        TraceSet traces = TraceLoader.load(List.of(dir), new LoadOptions(false, false, threads), Progress.NONE);
        double seconds = (System.nanoTime() - before) / 1e9;
        long events = 0;
        long nodes = 0;
        for (RankTrace rank : traces.ranks()) {
            events += rank.device() == null ? 0 : rank.device().size();
            nodes += rank.host() == null ? 0 : rank.host().size();
        }
        long bytes = 0;
        try (Stream<Path> files = Files.walk(dir)) {
            bytes = files.filter(Files::isRegularFile)
                    .mapToLong(f -> f.toFile().length())
                    .sum();
        }
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long held = runtime.totalMemory() - runtime.freeMemory();
        System.out.printf(
                Locale.ROOT,
                "%.1f MB, %,d ranges and %,d nodes in %.3f s: %.0f MB/s, %.2f M records/s; held %.1f MB = %.0f B per record;"
                        + " peak RSS %s%n",
                bytes / 1e6,
                events,
                nodes,
                seconds,
                bytes / 1e6 / seconds,
                (events + nodes) / 1e6 / seconds,
                held / 1e6,
                (double) held / (events + nodes),
                peak());
        Reference.reachabilityFence(traces);
    }

    private static String peak() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return "unknown";
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(l -> l.startsWith("VmHWM"))
                    .map(l -> l.replaceAll("\\s+", " "))
                    .findFirst()
                    .orElse("unknown");
        }
    }
}
