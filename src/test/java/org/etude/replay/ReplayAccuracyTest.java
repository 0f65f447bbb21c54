// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.EachRecording;
import org.etude.Recordings;
import org.etude.et.convert.EtConverter;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.trace.load.TraceLoader;
import org.junit.jupiter.api.AfterAll;

/** Replaying a converted rank gives the step times measured, within 0.3 %, for every recording there is. */
class ReplayAccuracyTest implements EachRecording {
    private static final Recordings RECORDINGS =
            Recordings.each(ReplayAccuracyTest::holdsDeviceTraces, ReplayAccuracyTest::check);
    private static final double MOST = 0.003;

    private record Row(String name, int ranks, int steps, double worstStep, double worstNodeMicros) {}

    private static final List<Row> ROWS = new ArrayList<>();

    @Override
    public Recordings cases() {
        return RECORDINGS;
    }

    private static boolean holdsDeviceTraces(Path dir) {
        try (Stream<Path> files = Files.list(dir)) {
            return files.anyMatch(file -> file.getFileName().toString().matches(".*\\.json(\\.gz)?"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(Path dir) {
        Recordings.load(dir, ReplayAccuracyTest::convert).ifPresent(set -> checkSteps(dir, set));
    }

    private static EtSet convert(Path dir) {
        LinkedSet linked = Linker.link(
                TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE),
                LinkOptions.defaults(),
                Progress.NONE);
        return EtConverter.convert(linked, ConvertOptions.defaults(), Progress.NONE);
    }

    private static void checkSteps(Path dir, EtSet set) {
        double worst = 0;
        double node = 0;
        int steps = 0;
        for (int i = 0; i < set.ranks().size(); i++) {
            EtGraph graph = set.ranks().get(i);
            if (graph.size() == 0) {
                continue;
            }
            RankReplay replay = RankReplay.of(graph, Progress.NONE);
            for (ReplayedStep step : replay.steps(i)) {
                double error = Math.abs(step.errorFrac());
                worst = error > worst ? error : worst;
                steps++;
            }
            node = Math.max(node, worstNode(graph, replay) / 1e3);
        }
        ROWS.add(new Row(dir.getFileName().toString(), set.ranks().size(), steps, worst, node));
        System.out.printf(
                Locale.ROOT,
                "accuracy %s: %d ranks, %d steps, worst step %.4f %%, worst node %.1f us%n",
                dir.getFileName(),
                set.ranks().size(),
                steps,
                100 * worst,
                node);
        assertThat(worst).isLessThan(MOST);
    }

    /** By how much any node ends at another time than recorded, in ns. */
    private static long worstNode(EtGraph graph, RankReplay replay) {
        long worst = 0;
        long origin = Long.MIN_VALUE;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.has(n, EtNames.START_NS) && !graph.name(n).startsWith("late start: ")) {
                long end = graph.startNanos(n) + graph.integer(n, EtNames.MEASURED_NS, graph.durationNanos(n));
                origin = origin == Long.MIN_VALUE ? end - replay.end(n) : origin;
                worst = Math.max(worst, Math.abs(end - replay.end(n) - origin));
            }
        }
        return worst;
    }

    @AfterAll
    static void table() {
        ROWS.sort(Comparator.comparingDouble(Row::worstStep).reversed());
        for (Row row : ROWS) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %d | %.4f | %.1f |%n",
                    row.name,
                    row.ranks,
                    row.steps,
                    100 * row.worstStep,
                    row.worstNodeMicros);
        }
    }
}
