// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.etude.report.EtudeException;
import org.etude.sim.Simulator;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions.Recording;
import org.etude.spec.SimOptions.Symmetry;

/**
 * CPU time of every golden case of 8 ranks or more in this JVM once it is warm, reading of the inputs included, next to the
 * seconds of the reference's process: {@code GoldenBench DIR [auto|off]}, where DIR has cases and index.csv.
 */
public final class GoldenBench {
    private static final int LEAST_RANKS = 8;
    private static final int PASSES = 4;

    private record Row(String name, double reference, double best) {
        double ratio() {
            return reference / best;
        }
    }

    private GoldenBench() {}

    /** Measures and prints a summary and the worst rows. */
    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        Symmetry symmetry = args.length > 1 ? Symmetry.valueOf(args[1].toUpperCase(Locale.ROOT)) : Symmetry.AUTO;
        List<String> lines = Files.readAllLines(dir.resolve("index.csv"));
        List<String> head = List.of(lines.get(0).split(","));
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            String name = cells[head.indexOf("id")];
            int ranks = Integer.parseInt(cells[head.indexOf("npus")]);
            if (ranks >= LEAST_RANKS && Integer.parseInt(cells[head.indexOf("finished_sys")]) == ranks) {
                rows.add(new Row(name, Double.parseDouble(cells[head.indexOf("host_seconds")]), 0));
            }
        }
        for (int pass = 0; pass < PASSES; pass++) {
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                double seconds = seconds(dir.resolve(row.name), symmetry);
                // The first pass only warms the JVM.
                if (pass > 0) {
                    rows.set(
                            i, new Row(row.name, row.reference, row.best == 0 ? seconds : Math.min(row.best, seconds)));
                }
            }
        }
        print(rows);
    }

    private static double seconds(Path dir, Symmetry symmetry) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try {
            Scenario scenario = new AstraCase(dir).scenario();
            Simulator.run(scenario.options(scenario.options().symmetry(symmetry).record(Recording.OPS)));
        } catch (EtudeException e) {
            // Refused with a reason, which is a result too.
        }
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
    }

    private static void print(List<Row> rows) {
        rows.sort(Comparator.comparingDouble(Row::ratio));
        double ours = rows.stream().mapToDouble(Row::best).sum();
        double theirs = rows.stream().mapToDouble(Row::reference).sum();
        long slower = rows.stream().filter(r -> r.ratio() < 1).count();
        System.out.printf(
                Locale.ROOT,
                "%d cases of %d ranks or more: %.2f s, reference %.2f s; %d slower than the reference%n",
                rows.size(),
                LEAST_RANKS,
                ours,
                theirs,
                slower);
        for (Row row : rows.subList(0, Math.min(12, rows.size()))) {
            System.out.printf(
                    Locale.ROOT,
                    "%-44s %8.4f s, reference %8.3f s, ratio %7.1f%n",
                    row.name,
                    row.best,
                    row.reference,
                    row.ratio());
        }
    }
}
