// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.etude.report.Finding;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.result.StallException;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SimulationException;
import org.etude.spec.WhatIf;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.ActivitySpans;
import org.etude.trace.activity.TimeSplit;

/**
 * What bounds a simulated step: the breakdown of its critical path by activity, and the step time on an infinitely fast
 * network as a lower bound.
 *
 * @param stepNs the step, or the whole run when it contains several
 * @param pathNs time on the critical path by activity; adds up to the step
 * @param lostNs the part of the path that host work takes longer because transfers of a host backend are under way
 * @param gapNs the part of the path in which no work on it ran: GPU work that starts late for a reason that is not in the
 *     trace, such as work from before the recording; it counts as what the rank did meanwhile, mostly host
 * @param lateNs the part of the path before the rank on which it begins had any work: the rank starts later than others
 *     of the job, by its offset in the recording; it counts as idle
 * @param idealNs the same run on a network with zero latency and unlimited bandwidth; empty when it cannot be
 *     determined
 */
public record StepBound(
        long stepNs, @Internal Map<Activity, Long> pathNs, long lostNs, long gapNs, long lateNs, OptionalLong idealNs) {
    /** A speed-up of links that makes every transfer shorter than a nanosecond, while rates remain representable. */
    private static final double INFINITELY = 1e6;
    /** A change below this share of the step counts as no change. */
    private static final double NOTHING = 0.01;
    /** If marked steps miss less than this share of a run, they count as the whole run. */
    private static final double OUTSIDE = 0.001;

    /** Copies the map. */
    @Internal
    public StepBound {
        pathNs = Map.copyOf(pathNs);
    }

    /**
     * Analyses a run, which is simulated once more with the analytical network. O(nodes of the path's ranks x log),
     * plus that run.
     *
     * @throws SimulationException when the run kept no ops or did not end
     */
    @Internal
    public static StepBound of(SimulationResult result) {
        if (!result.complete()) {
            throw new SimulationException(
                    "the run did not end (" + result.stopped() + "), so it is not known what bounds its step",
                    "Run it without limits.");
        }
        Optional<SimulationResult> ideal = idealRun(result);
        List<CriticalPath.Part> path = CriticalPath.of(result);
        return new StepBound(
                result.stepNs(),
                activities(result, path),
                lostNs(result, path),
                gapNs(result, path) - lateNs(result, path),
                lateNs(result, path),
                ideal.isPresent() ? OptionalLong.of(ideal.get().stepNs()) : OptionalLong.empty());
    }

    private static long lostNs(SimulationResult result, List<CriticalPath.Part> path) {
        OpColumns ops = result.ops().orElse(null);
        return path.stream()
                .filter(part -> part.endNs() > ops.issued(part.row()))
                .mapToLong(part -> Math.min(part.durationNs(), ops.lostNs(part.row())))
                .sum();
    }

    private static long gapNs(SimulationResult result, List<CriticalPath.Part> path) {
        OpColumns ops = result.ops().orElse(null);
        return path.stream()
                .filter(part -> part.isGap(ops))
                .mapToLong(CriticalPath.Part::durationNs)
                .sum();
    }

    /** Of the gaps, those in which nothing of the rank had run yet, not only nothing on the path. */
    private static long lateNs(SimulationResult result, List<CriticalPath.Part> path) {
        OpColumns ops = result.ops().orElse(null);
        return path.stream()
                .filter(part -> part.isGap(ops) && part.startNs() == 0 && part.endNs() <= begin(ops, part.rank()))
                .mapToLong(CriticalPath.Part::durationNs)
                .sum();
    }

    /** When a rank's first work is issued. */
    private static long begin(OpColumns ops, int rank) {
        return IntStream.range(ops.firstOf(rank), ops.firstOf(rank + 1))
                .mapToLong(ops::issued)
                .filter(issued -> issued >= 0)
                .min()
                .orElse(0);
    }

    /** In a gap, what the rank did then by the same definitions as in its steps. */
    private static Map<Activity, Long> activities(SimulationResult result, List<CriticalPath.Part> path) {
        OpColumns ops = result.ops().orElse(null);
        Map<Activity, Long> sums = new EnumMap<>(Activity.class);
        Map<Integer, ActivitySpans> spans = new HashMap<>();
        for (CriticalPath.Part part : path) {
            if (part.isGap(ops)) {
                TimeSplit split = spans.computeIfAbsent(part.rank(), rank -> SimulatedActivity.of(ops, rank))
                        .split(part.startNs(), part.endNs());
                for (Activity activity : Activity.values()) {
                    sums.merge(activity, split.nanos(activity), Long::sum);
                }
                continue;
            }
            Activity activity = ops.activity(part.row());
            long waited = activity == Activity.TRANSFER
                    ? Math.max(0, Math.min(part.endNs(), ops.arrived(part.row())) - part.startNs())
                    : 0;
            sums.merge(Activity.WAITING, waited, Long::sum);
            sums.merge(activity, part.durationNs() - waited, Long::sum);
        }
        return sums;
    }

    /**
     * Repeats a run on a network that takes no time, a lower bound for any network; empty when it cannot be determined.
     * Communication that keeps its recorded time, because its size is unknown, takes no time either.
     *
     * @param kept what the new run records
     */
    @Internal
    public static Optional<SimulationResult> idealRun(SimulationResult result, SimOptions.Recording... kept) {
        Scenario scenario = result.scenario();
        // Measured transfer times belong to one network; an infinitely fast one has others.
        Scenario quiet = scenario.options(
                scenario.options().withoutTimes().fidelity(Fidelity.ANALYTIC).record(kept));
        try {
            Scenario fast =
                    ChangedRun.of(WhatIf.nothing().links(INFINITELY).latency(0)).apply(quiet);
            Scenario free = fast.ranks(NodeChange.ofFixedTransfers().applied(fast.ranks()));
            return Optional.of(Simulator.run(free)).filter(SimulationResult::complete);
        } catch (SimulationException | StallException e) {
            return Optional.empty(); // The run only works packet by packet; its bound is unknown.
        }
    }

    /** The activity that dominates the critical path. */
    @Internal
    public Activity pace() {
        Activity most = Activity.IDLE;
        for (Activity activity : Activity.values()) {
            most = nanos(activity) > nanos(most) ? activity : most;
        }
        return most;
    }

    /** Time on the critical path spent on an activity, in ns. */
    @Internal
    public long nanos(Activity activity) {
        return pathNs.getOrDefault(activity, 0L);
    }

    /** Share of the critical path spent on an activity, 0 to 1. */
    @Internal
    public double share(Activity activity) {
        return share(nanos(activity));
    }

    private double share(long nanos) {
        long sum = pathNs.values().stream().mapToLong(Long::longValue).sum();
        return sum == 0 ? 0 : nanos / (double) sum;
    }

    /** The most that a faster network can save, in ns; empty when it cannot be determined. */
    public OptionalLong networkNs() {
        return idealNs.isEmpty() ? idealNs : OptionalLong.of(Math.max(0, stepNs - idealNs.getAsLong()));
    }

    /** Whether no network can shorten the step noticeably. */
    public boolean networkHardlyMatters() {
        return networkNs().isPresent() && networkNs().getAsLong() < NOTHING * stepNs;
    }

    /** A finding about what dominates the step and how much a network can change. */
    public Report report() {
        boolean late = 2 * lateNs > nanos(pace());
        boolean unexplained = !late && 2 * gapNs > nanos(pace());
        String unusual =
                late ? "a rank that starts later than others sets the pace" : "GPU work that starts late sets the pace";
        long nanos = late ? lateNs : unexplained ? gapNs : nanos(pace());
        return Report.of(List.of(new Finding(
                Finding.Level.INFO,
                "simulate",
                -1,
                "",
                String.format(
                        Locale.ROOT,
                        "%s: %.0f %% of the critical path",
                        late || unexplained ? unusual : says(pace()),
                        share(nanos) * 100),
                "the critical path is " + shares() + lost(),
                network())));
    }

    private static String says(Activity pace) {
        return switch (pace) {
            case HOST -> "the host sets the pace";
            case COMPUTE -> "computation sets the pace";
            case TRANSFER -> "transfers set the pace";
            case WAITING -> "waiting for other ranks sets the pace";
            case COPY -> "copies set the pace";
            case IDLE -> "no known activity sets the pace";
        };
    }

    /** A sentence on how much the network could change the step; for a run of several steps, all of them together. */
    public String network() {
        if (networkNs().isEmpty()) {
            return "how much a faster network would save is not known";
        }
        return words(networkNs().getAsLong(), stepNs);
    }

    /** Whether steps of this total length cover all but a tenth of a percent of the run, in ns. */
    @Internal
    public boolean isWhole(long markedNs) {
        return markedNs > stepNs - OUTSIDE * stepNs;
    }

    /**
     * Like {@link #network()}, for the steps that a recording marks: the mean step, and all of them.
     *
     * @param markedNs total time of the steps in the run, in ns
     * @param savedNs how much of that a zero-time network would save, in ns; if it is unknown, and the steps are
     *     not the whole run, the sentence is about the whole run and says so
     */
    @Internal
    public String network(int steps, long markedNs, OptionalLong savedNs) {
        boolean isAll = isWhole(markedNs);
        if (networkNs().isEmpty()) {
            return network();
        } else if (!isAll && savedNs.isEmpty()) {
            return network() + " of the whole run, which is longer than its steps";
        }
        long all = isAll ? stepNs : markedNs;
        long most = isAll ? networkNs().getAsLong() : savedNs.getAsLong();
        return steps <= 1
                ? words(most, all)
                : String.format(
                        Locale.ROOT,
                        "a faster network can save at most %.3f ms per step (%.1f %%; %.3f of %.3f ms in all %d steps)",
                        most / 1e6 / steps,
                        percent(most, all),
                        most / 1e6,
                        all / 1e6,
                        steps);
    }

    private static String words(long most, long all) {
        return String.format(
                Locale.ROOT,
                "a faster network can save at most %.3f of %.3f ms (%.1f %%)",
                most / 1e6,
                all / 1e6,
                percent(most, all));
    }

    private static double percent(long most, long all) {
        return all == 0 ? 0 : most * 100.0 / all;
    }

    /** The shares of the critical path as text, largest first: {@code host 83 %, compute 10 %}. */
    public String shares() {
        return pathNs.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
                .map(part -> String.format(
                        Locale.ROOT,
                        "%s %.1f %%",
                        part.getKey() == Activity.TRANSFER
                                ? "transfer"
                                : part.getKey().text(),
                        share(part.getKey()) * 100))
                .collect(Collectors.joining(", "));
    }

    /**
     * What transfers cost host work that they slow, late starts, and what the trace does not explain, as words to follow
     * {@link #shares()}, in which they are included. Empty below a hundredth of the path each.
     */
    @Internal
    public String lost() {
        return part(lostNs, "time that host work loses to transfers")
                + part(lateNs, "before the start of a rank that is recorded later than others")
                + part(gapNs, "waiting for GPU work that starts late for a reason not in the trace");
    }

    private String part(long nanos, String what) {
        return share(nanos) < NOTHING
                ? ""
                : String.format(Locale.ROOT, "; %.1f %% of it is %s", share(nanos) * 100, what);
    }

    /** Shares of the path, then the network's part. */
    @Override
    public String toString() {
        return "Critical path: " + shares() + lost() + "; " + network();
    }
}
