// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceHeader.Platform;
import org.etude.trace.model.TraceSet;

/** Checks the ranks of a job against each other. */
final class JobChecks {
    private static final int MAX_NAMED = 16;
    private static final String MISSING = " missing";

    private final TraceSet traces;
    private final List<RankCounts> counts;
    private final boolean collectivesFit;
    private final List<Finding> findings;

    /**
     * Checks the ranks of a job.
     *
     * @param collectivesFit whether each collective was found on all ranks of its group, so that different numbers of them are those
     *     of different groups
     */
    JobChecks(TraceSet traces, List<RankCounts> counts, boolean collectivesFit, List<Finding> findings) {
        this.traces = traces;
        this.counts = counts;
        this.collectivesFit = collectivesFit;
        this.findings = findings;
    }

    void run() {
        MissingRanks.of(traces, "check").forEach(findings::add);
        if (!collectivesFit) {
            differ(
                    "numbers of collectives",
                    each(
                            one -> one.deviceEvents() >= 0 || one.hostNodes() >= 0,
                            one -> one.collectives() - one.messages()),
                    "a simulation would wait indefinitely; see the changes of repair");
        }
        differ(
                "numbers of steps",
                each(one -> one.deviceEvents() >= 0, RankCounts::steps),
                "cut one step out of each rank, or record the same schedule on every rank");
        vendors();
        versions();
        windows();
    }

    /** Whether a finding reports missing ranks. */
    static boolean isMissingRanks(Finding finding) {
        return finding.rank() < 0 && finding.what().endsWith(MISSING);
    }

    private void vendors() {
        Map<String, TreeSet<Integer>> byPlatform = new TreeMap<>();
        for (RankTrace rank : traces.ranks()) {
            Platform platform = rank.device() == null
                    ? Platform.CPU
                    : rank.device().header().platform();
            if (platform != Platform.CPU) {
                String vendor = platform == Platform.CUDA ? "NVIDIA (CUDA)" : "AMD (HIP)";
                byPlatform.computeIfAbsent(vendor, v -> new TreeSet<>()).add(rank.rank());
            }
        }
        if (byPlatform.size() > 1) {
            List<String> parts = byPlatform.entrySet().stream()
                    .map(entry -> entry.getKey() + " on rank " + texts(entry.getValue()))
                    .toList();
            say(
                    Level.ERROR,
                    "the ranks were recorded on GPUs of different vendors",
                    String.join("; ", parts),
                    "no collective of one job spans them: keep the files of one run only");
        }
    }

    private void say(Level level, String what, String why, String advice) {
        findings.add(new Finding(level, "check", -1, "", what, why, advice));
    }

    private static String texts(TreeSet<Integer> ranks) {
        return ranks.size() <= MAX_NAMED
                ? ranks.toString().replace("[", "").replace("]", "")
                : ranks.first() + " to " + ranks.last() + " (" + ranks.size() + " of them)";
    }

    private Map<String, TreeSet<Integer>> each(Predicate<RankCounts> counting, ToLongFunction<RankCounts> figure) {
        Map<Long, TreeSet<Integer>> byValue = new TreeMap<>();
        for (RankCounts one : counts) {
            if (counting.test(one)) {
                byValue.computeIfAbsent(figure.applyAsLong(one), value -> new TreeSet<>())
                        .add(one.rank());
            }
        }
        Map<String, TreeSet<Integer>> result = new LinkedHashMap<>();
        byValue.forEach((value, ranks) -> result.put(Long.toString(value), ranks));
        return result;
    }

    private void differ(String what, Map<String, TreeSet<Integer>> ranksByValue, String advice) {
        if (ranksByValue.size() > 1) {
            List<String> parts = ranksByValue.entrySet().stream()
                    .map(entry -> entry.getKey() + " on rank " + texts(entry.getValue()))
                    .toList();
            say(Level.WARNING, "the ranks have different " + what, String.join("; ", parts), advice);
        }
    }

    private void versions() {
        Map<String, Map<String, TreeSet<Integer>>> byKey = new TreeMap<>();
        for (RankTrace rank : traces.ranks()) {
            if (rank.device() != null) {
                rank.device().header().versions().forEach((key, value) -> note(byKey, key, value, rank.rank()));
            }
            if (rank.host() != null) {
                note(byKey, "execution trace schema", rank.host().header().schema(), rank.rank());
            }
        }
        byKey.forEach(
                (key, values) -> differ("versions of " + key, values, "record every rank with the same software"));
    }

    private static void note(Map<String, Map<String, TreeSet<Integer>>> byKey, String key, String value, int rank) {
        byKey.computeIfAbsent(key, absent -> new TreeMap<>())
                .computeIfAbsent(value, absent -> new TreeSet<>())
                .add(rank);
    }

    /**
     * Ranks whose windows do not overlap in time were not recorded together, or their clocks differ. If they do not communicate with
     * each other either, they are of different runs.
     */
    private void windows() {
        long latestStart = Long.MIN_VALUE;
        long earliestEnd = Long.MAX_VALUE;
        for (RankTrace rank : traces.ranks()) {
            long[] window = rank.device() == null ? null : RankCounter.window(rank.device(), false);
            if (window != null) {
                latestStart = Math.max(latestStart, window[0] + rank.clockOffsetNanos());
                earliestEnd = Math.min(earliestEnd, window[1] + rank.clockOffsetNanos());
            }
        }
        if (latestStart <= earliestEnd) {
            return;
        }
        String apart = "the last begins " + (latestStart - earliestEnd) / 1_000_000 + " ms after the first has ended";
        if (communicateDifferently()) {
            say(
                    Level.ERROR,
                    "the ranks were not recorded in one run",
                    apart + ", and neither the number of their collectives nor the bytes of a step agree",
                    "keep the files of one run only");
        } else {
            say(
                    Level.WARNING,
                    "the windows of the ranks do not overlap",
                    apart,
                    "make sure that all files come from one run and that every rank profiles the same steps");
        }
    }

    /** Whether collectives lack partners, and ranks agree neither on their number nor on the bytes of a step. */
    private boolean communicateDifferently() {
        Predicate<RankCounts> recorded = one -> one.deviceEvents() >= 0;
        return !collectivesFit
                && each(recorded, one -> one.collectives() - one.messages()).size() > 1
                && each(recorded, RankCounts::bytesPerStep).size() > 1;
    }
}
