// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.etude.report.Progress;
import org.etude.spec.SimulationException;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;

/**
 * The variation of a step, estimated from recorded steps of all ranks.
 *
 * <p>A rank's own time of a step is its wall time less what it waited for others. A job's step takes as long as the slowest rank's own
 * time and what all ranks wait: the least waiting of a rank in a step that all recorded, which no rank's speed takes away, such as the bubble of a
 * pipeline. A draw takes, for each rank, one of the recorded steps of that rank (of any rank for ranks beyond the recorded ones), independently
 * of the others, the largest own time of them, and what all ranks wait in one of the steps: a bootstrap (Efron 1979) of the step that keeps what differs between ranks and
 * loses what all ranks suffer at once, so that the spread of a common cause is understated. Draws come from a generator with a fixed
 * seed; quantiles are linear between order statistics (Hyndman and Fan 1996, type 7).
 */
public final class StepSpread {
    /** The default number of draws. */
    public static final int DRAWS = 10_000;

    private static final double MEDIAN = 0.5;
    private static final int MOST_RANKS = 1 << 24;
    private static final int MOST_DRAWS = 1 << 24;
    private static final double HIGH = 0.95;

    private final Map<Integer, Map<Integer, TimeSplit>> byRank = new TreeMap<>();

    /**
     * One part of a step over all ranks and steps.
     *
     * @param part own, kernels, transfers, copies, waiting, host, idle; or job for the whole step
     * @param count rank-steps, or draws of the job's step
     * @param meanNs mean
     * @param p50Ns median
     * @param p95Ns 95th percentile
     */
    public record Part(String part, int count, double meanNs, double p50Ns, double p95Ns) {}

    /**
     * The cost of one rank to the job.
     *
     * @param rank the rank
     * @param steps recorded steps
     * @param slowest number of steps in which its own time was the largest
     * @param ownNs mean of its own time
     * @param othersNs mean over steps of the median of the other ranks' own times
     * @param costNs how much shorter the job's step would be, on average, with this rank at that median
     */
    public record Cost(int rank, int steps, int slowest, double ownNs, double othersNs, double costNs) {}

    private StepSpread(List<StepActivity> steps) {
        for (StepActivity step : steps) {
            byRank.computeIfAbsent(step.rank(), rank -> new TreeMap<>()).put(step.step(), step.split());
        }
    }

    /**
     * Creates the statistics of recorded steps.
     *
     * @throws SimulationException when there are none
     */
    public static StepSpread of(List<StepActivity> steps) {
        if (steps.isEmpty()) {
            throw new SimulationException(
                    "no step was recorded",
                    "Record the device (Kineto) of every rank, with several ProfilerStep marks.");
        }
        return new StepSpread(steps);
    }

    private static long own(TimeSplit split) {
        return split.wallNanos() - split.waitingNanos();
    }

    /**
     * The job's step first, then its parts over all ranks and steps.
     *
     * @param ranks number of ranks of the job; 0 for the recorded number
     * @param draws number of draws, 1 or more
     * @param seed seed of the generator
     * @throws SimulationException when ranks are negative or draws below 1, or when there are more of either than can be drawn in
     *     reasonable time
     */
    public List<Part> parts(int ranks, int draws, long seed) {
        if (ranks < 0 || draws < 1) {
            throw new SimulationException(
                    "a spread of " + ranks + " ranks with " + draws + " draws has no steps",
                    "Give 0 or more ranks and at least 1 draw.");
        }
        if (ranks > MOST_RANKS || draws > MOST_DRAWS) {
            throw new SimulationException(
                    "a spread over " + ranks + " ranks in " + draws + " draws",
                    "Give at most " + MOST_RANKS + " ranks and " + MOST_DRAWS + " draws.");
        }
        List<Part> parts = new ArrayList<>();
        parts.add(part("job", draw(ranks, draws, seed)));
        parts.add(part("own", StepSpread::own));
        parts.add(part("kernels", TimeSplit::computeNanos));
        parts.add(part("transfers", TimeSplit::exposedNanos));
        parts.add(part("copies", TimeSplit::copyNanos));
        parts.add(part("waiting", TimeSplit::waitingNanos));
        parts.add(part("host", TimeSplit::hostNanos));
        parts.add(part("idle", TimeSplit::idleNanos));
        return parts;
    }

    private Part part(String name, ToLongFunction<TimeSplit> of) {
        return part(
                name,
                byRank.values().stream()
                        .flatMap(steps -> steps.values().stream())
                        .mapToDouble(of::applyAsLong)
                        .toArray());
    }

    private static Part part(String name, double[] values) {
        Arrays.sort(values);
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        return new Part(name, values.length, mean, quantile(values, MEDIAN), quantile(values, HIGH));
    }

    private double[] draw(int ranks, int draws, long seed) {
        List<double[]> pools = new ArrayList<>();
        byRank.values()
                .forEach(steps -> pools.add(
                        steps.values().stream().mapToDouble(StepSpread::own).toArray()));
        double[] all = pools.stream().flatMapToDouble(Arrays::stream).toArray();
        int count = ranks == 0 ? pools.size() : ranks;
        double[] waiting = sharedWaiting();
        SplittableRandom random = new SplittableRandom(seed);
        double[] steps = new double[draws];
        for (int i = 0; i < draws; i++) {
            Progress.checkInterrupted();
            for (int rank = 0; rank < count; rank++) {
                double[] pool = rank < pools.size() ? pools.get(rank) : all;
                steps[i] = Math.max(steps[i], pool[random.nextInt(pool.length)]);
            }
            steps[i] += waiting[random.nextInt(waiting.length)];
        }
        return steps;
    }

    /** What all ranks wait in each step that all recorded; nothing where there is no such step. */
    private double[] sharedWaiting() {
        List<Integer> common = common();
        return common.isEmpty()
                ? new double[1]
                : common.stream()
                        .mapToDouble(step -> byRank.values().stream()
                                .mapToLong(steps -> steps.get(step).waitingNanos())
                                .min()
                                .orElseThrow())
                        .toArray();
    }

    /** Steps that all ranks recorded. */
    private List<Integer> common() {
        List<Integer> common = new ArrayList<>(byRank.values().iterator().next().keySet());
        byRank.values().forEach(steps -> common.retainAll(steps.keySet()));
        return common;
    }

    /** Linear between the order statistics around (n - 1) p. */
    static double quantile(double[] sorted, double p) {
        double at = (sorted.length - 1) * p;
        int low = (int) at;
        int high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
    }

    /**
     * One entry per rank, most costly first; empty for a job of one rank. Steps that some rank did not record are left
     * out.
     */
    public List<Cost> costs() {
        List<Integer> common = common();
        List<Cost> costs = new ArrayList<>();
        for (int rank : byRank.size() < 2 || common.isEmpty() ? List.<Integer>of() : List.copyOf(byRank.keySet())) {
            costs.add(cost(rank, common));
        }
        costs.sort(
                (a, b) -> a.costNs == b.costNs ? Integer.compare(a.rank, b.rank) : Double.compare(b.costNs, a.costNs));
        return costs;
    }

    private Cost cost(int rank, List<Integer> steps) {
        int slowest = 0;
        double own = 0;
        double median = 0;
        double cost = 0;
        for (int step : steps) {
            double[] others = byRank.entrySet().stream()
                    .filter(entry -> entry.getKey() != rank)
                    .mapToDouble(entry -> own(entry.getValue().get(step)))
                    .sorted()
                    .toArray();
            double mine = own(byRank.get(rank).get(step));
            double rest = others[others.length - 1];
            double middle = quantile(others, MEDIAN);
            slowest += mine > rest ? 1 : 0;
            own += mine;
            median += middle;
            cost += Math.max(mine, rest) - Math.max(middle, rest);
        }
        int n = steps.size();
        return new Cost(rank, n, slowest, own / n, median / n, cost / n);
    }
}
