// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.etude.analysis.StepBound;
import org.etude.report.Counted;
import org.etude.report.Internal;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.Fidelity;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;

/**
 * A recorded step next to the same step simulated, and what bounds it: the first lines of a run's output.
 *
 * @param rank the rank that ends last in the simulated run
 * @param steps number of steps that the times are the mean of; the same steps recorded, replayed and simulated
 * @param recordedRanks ranks of the recording
 * @param timed whether any rank of the recording has a device trace, without which nothing recorded has a time
 * @param recordedMs recorded step of that rank, in ms; empty when the recording has no such rank
 * @param unprofiledMs step of that rank timed without the profiler, in ms; empty when none was
 * @param replayedMs the step replayed with recorded durations, in ms; empty when it was not replayed
 * @param simulatedMs the simulated step, in ms
 * @param result the simulated run
 * @param bound what bounds it; empty when it is not known
 * @param savedNs what an infinitely fast network would save over these steps, in ns; empty when unknown, or when the
 *     steps are the whole run and the bound states it
 * @param certainty uncertainty of the simulated step, in words; empty when the run is not a prediction
 */
public record StepSummary(
        int rank,
        int steps,
        int recordedRanks,
        boolean timed,
        OptionalDouble recordedMs,
        OptionalDouble unprofiledMs,
        OptionalDouble replayedMs,
        double simulatedMs,
        @Internal SimulationResult result,
        Optional<StepBound> bound,
        OptionalLong savedNs,
        Optional<String> certainty) {
    private static final double PS_PER_NS = 1e3;
    private static final double NS_PER_MS = 1e6;

    /** Created by {@link Simulation#against} and {@link Prediction#summary}. */
    @Internal
    public StepSummary {}

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines());
    }

    /** The summary as lines of text. */
    public List<String> lines() {
        return timed ? comparison() : transfersAlone();
    }

    private List<String> transfersAlone() {
        String why =
                "Step of rank " + rank + ": no rank has a device trace (device_R.json), and an execution trace alone"
                        + " does not tell how long anything took";
        return result.scenario().options().fidelity() == Fidelity.RECORDED
                ? List.of(
                        why,
                        "Not simulated: record the Kineto trace of the same run as well, or name a network to simulate"
                                + " the transfers alone")
                : List.of(
                        why,
                        "Transfers alone, without any computation: "
                                + (result.complete() ? ms(simulatedMs) : "stopped early: " + result.stopped()),
                        "Network: " + network(result));
    }

    private List<String> comparison() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "Step of rank %d%s: recorded %s | replayed %s | simulated %s",
                rank,
                steps > 1 ? " (mean of " + steps + ")" : "",
                recordedMs.isPresent() ? ms(recordedMs.getAsDouble()) : "-",
                replayedMs.isPresent() ? against(replayedMs.getAsDouble()) : "-",
                result.complete() ? against(simulatedMs) : "stopped early: " + result.stopped()));
        if (unprofiledMs.isPresent() && recordedMs.isPresent()) {
            lines.add(withoutProfiler());
        }
        int ranks = result.ranks().size();
        if (ranks != recordedRanks) {
            lines.add("  recorded on " + Counted.of(recordedRanks, "rank") + ", simulated on " + ranks
                    + ", so not the same job");
        }
        bound.ifPresent(b -> {
            lines.add("Bound by: " + b.shares() + " of the critical path" + b.lost());
            lines.add("Network: " + network(result) + "; "
                    + b.network(steps, Math.round(simulatedMs * steps * NS_PER_MS), savedNs));
        });
        if (bound.isEmpty()) {
            lines.add("Network: " + network(result));
        }
        certainty.ifPresent(words -> lines.add("Certainty: " + words));
        return lines;
    }

    private String withoutProfiler() {
        double measured = unprofiledMs.getAsDouble();
        boolean there = result.complete() && result.scenario().options().fidelity() == Fidelity.RECORDED;
        return String.format(
                Locale.ROOT,
                "Without the profiler, on its own network: measured %s | recorded %.2f times that%s",
                ms(measured),
                recordedMs.getAsDouble() / measured,
                there ? String.format(Locale.ROOT, " | simulated %.2f times", simulatedMs / measured) : "");
    }

    private String against(double millis) {
        boolean known = recordedMs.isPresent() && recordedMs.getAsDouble() > 0;
        return known
                ? String.format(
                        Locale.ROOT, "%s (%+.1f %%)", ms(millis), (millis / recordedMs.getAsDouble() - 1) * 100 + 0.0)
                : ms(millis);
    }

    private static String ms(double millis) {
        return String.format(Locale.ROOT, "%.3f ms", millis);
    }

    /** The network of a run in words: {@code ring:2, 100 Gbps, 5 us per link, packet by packet}. */
    static String network(SimulationResult result) {
        if (result.scenario().options().times().isPresent()) {
            return "transfers take the measured times of the calibration, whatever the topology says";
        }
        if (result.scenario().options().fidelity() == Fidelity.RECORDED) {
            return "the one recorded on: no topology was given, so collectives and messages keep their"
                    + " recorded times";
        }
        LogicalTopology topology = result.scenario().topology();
        String links = topology.physical().isPresent()
                ? links(topology.physical().get())
                : topology.dims().stream()
                        .map(dim -> link(dim.bandwidth(), dim.latencyNs()))
                        .distinct()
                        .collect(Collectors.joining(" / "));
        String how =
                switch (result.scenario().options().fidelity()) {
                    case PACKET -> "packet by packet";
                    case AWARE -> "messages queue for links";
                    case ANALYTIC, RECORDED -> "by formula, without contention";
                };
        return topology + ", " + links + " per link, " + how;
    }

    private static String links(PhysicalTopology graph) {
        return graph.links().stream()
                .map(link -> link(link.spec().bandwidth(), link.spec().latencyNs()))
                .distinct()
                .limit(4)
                .collect(Collectors.joining(" / "));
    }

    private static String link(Bandwidth rate, double latencyNs) {
        return rate + " and " + new Time(Math.round(latencyNs * PS_PER_NS));
    }
}
