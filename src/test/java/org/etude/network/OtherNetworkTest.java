package org.etude.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.et.convert.EtConverter;
import org.etude.et.wire.EtSet;
import org.etude.link.Linker;
import org.etude.repair.Repair;
import org.etude.report.Progress;
import org.etude.sim.Simulator;
import org.etude.sim.spec.Scenario;
import org.etude.spec.ConvertOptions;
import org.etude.spec.LinkOptions;
import org.etude.spec.LoadOptions;
import org.etude.spec.RepairOptions;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.load.TraceLoader;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same job recorded on four networks: each recording predicts the step on the other three. */
@Tag("campaign")
class OtherNetworkTest {
    private static final List<String> RATES = List.of("none", "4gbit", "1gbit", "300mbit");

    private record Recording(TraceSet traces, EtSet set, double measuredMs) {}

    @Test
    void everyRecordingPredictsTheOthers() throws IOException {
        Path recordings = Shared.dir("recordings").orElse(null);
        if (recordings == null) {
            return;
        }
        String only = System.getProperty("only", "");
        String kind = System.getProperty("timings", "skewed");
        List<Double> errors = new ArrayList<>();
        List<Double> own = new ArrayList<>();
        for (String workload : workloads(recordings)) {
            if (!workload.contains(only)) {
                continue;
            }
            Map<String, Recording> byRate = new HashMap<>();
            for (String rate : RATES) {
                Path dir = recordings.resolve("net_" + workload + "_" + rate);
                if (Files.isDirectory(dir)) {
                    byRate.put(rate, recording(dir));
                }
            }
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-16s", workload));
            for (String from : RATES) {
                row.append(" | ");
                for (String to : RATES) {
                    if (!byRate.containsKey(from) || !byRate.containsKey(to)) {
                        continue;
                    }
                    int ranks = byRate.get(from).set.ranks().size();
                    double ratio =
                            predict(byRate.get(from), times(recordings, kind, ranks, to)) / byRate.get(to).measuredMs;
                    (from.equals(to) ? own : errors).add(Math.abs(ratio - 1));
                    row.append(String.format(Locale.ROOT, "%.2f ", ratio));
                }
            }
            System.out.println(row);
        }
        System.out.printf(Locale.ROOT, "A != B: %s%nA = B: %s%n", summary(errors), summary(own));
        assertThat(errors).isNotEmpty();
        if (only.isEmpty() && kind.equals("skewed")) {
            bounded(errors, own);
        }
    }

    /** Measured 5.9 and 22.7 %, on its own network 1.5 and 6.6 %; a simulation has no noise, so little room is left above. */
    private static void bounded(List<Double> errors, List<Double> own) {
        assertThat(quantile(errors, 0.5)).as("median of A != B").isLessThan(0.063);
        assertThat(quantile(errors, 0.9)).as("p90 of A != B").isLessThan(0.24);
        assertThat(quantile(own, 0.5)).as("median of A = B").isLessThan(0.02);
        assertThat(quantile(own, 0.9)).as("p90 of A = B").isLessThan(0.08);
    }

    private static double quantile(List<Double> errors, double share) {
        List<Double> sorted = errors.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, (int) (share * sorted.size())));
    }

    private static String summary(List<Double> errors) {
        List<Double> sorted = errors.stream().sorted().toList();
        int n = sorted.size();
        return String.format(
                Locale.ROOT,
                "%d cells, median %.1f %%, mean %.1f %%, p90 %.1f %%, worst %.1f %%",
                n,
                100 * quantile(errors, 0.5),
                100 * sorted.stream().mapToDouble(d -> d).average().orElse(0),
                100 * quantile(errors, 0.9),
                100 * sorted.get(n - 1));
    }

    private static List<String> workloads(Path recordings) throws IOException {
        try (Stream<Path> all = Files.list(recordings)) {
            return all.map(p -> p.getFileName().toString())
                    .filter(name -> name.startsWith("net_"))
                    .map(name -> name.substring(4, name.lastIndexOf('_')))
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    private static TransferTimes times(Path recordings, String kind, int ranks, String rate) {
        Path dir = recordings.resolve("timings");
        List<Path> files = new ArrayList<>();
        for (String k : kind.split(",")) {
            Path file = dir.resolve(k + ranks + "_" + rate + ".json");
            if (Files.exists(file)) {
                files.add(file);
            }
        }
        if (files.isEmpty()) {
            files.add(dir.resolve("sweep" + ranks + "_" + rate + ".json"));
        }
        return TimingFiles.measured(files, ranks);
    }

    private static Recording recording(Path dir) throws IOException {
        TraceSet traces = TraceLoader.load(List.of(dir), LoadOptions.defaults(), Progress.NONE);
        EtSet set = EtConverter.convert(
                Linker.link(traces, LinkOptions.defaults(), Progress.NONE), ConvertOptions.defaults(), Progress.NONE);
        set = Repair.run(set, RepairOptions.defaults(), Progress.NONE).set();
        return new Recording(traces, set, measured(dir, set.ranks().size()));
    }

    private static double measured(Path dir, int ranks) throws IOException {
        double sum = 0;
        for (int r = 0; r < ranks; r++) {
            try (InputStream in =
                    new GZIPInputStream(Files.newInputStream(dir.resolve("training_" + r + ".json.gz")))) {
                JsonNode tree = new ObjectMapper().readTree(in);
                sum += tree.path("summary").path("profiled_step_ms").asDouble();
            }
        }
        return sum / ranks;
    }

    private static double predict(Recording recording, TransferTimes times) {
        Scenario scenario = Scenario.of(
                recording.set, LogicalTopology.fitting(recording.set.ranks().size()));
        scenario = scenario.options(scenario.options().times(times));
        List<PredictedStep> steps = PredictedSteps.of(recording.traces, Simulator.run(scenario));
        Map<Integer, List<Long>> byRank = new TreeMap<>();
        steps.forEach(
                s -> byRank.computeIfAbsent(s.rank(), r -> new ArrayList<>()).add(s.simulatedNs()));
        return byRank.values().stream()
                        .mapToDouble(OtherNetworkTest::median)
                        .average()
                        .orElseThrow()
                / 1e6;
    }

    private static double median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2.0;
    }
}
