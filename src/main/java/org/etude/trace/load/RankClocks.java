// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.number.Medians;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.trace.clock.ClockAnchors;
import org.etude.trace.clock.ClockDifference;
import org.etude.trace.clock.StepFinder;
import org.etude.trace.device.ColumnDeviceTrace;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.HostTrace;
import org.etude.trace.model.RankTrace;

/**
 * Aligns the clocks of all ranks with that of the first rank with a device trace: by the base times of the files if
 * they come from one machine, otherwise by the ends of common collectives, otherwise by {@link MachineClocks}.
 */
final class RankClocks {
    /** Differences in ns below this are normal variation of collectives. */
    static final long NOTICEABLE = 20_000;
    /**
     * Spreads by which collectives must end apart before files that may come from one machine are taken to have two clocks. Two
     * machines have two, which NTP keeps within milliseconds of each other: one spread is enough.
     */
    private static final int SURE = 4;
    /** Fewer collectives say nothing against the base times of the files. */
    private static final int FEWEST = 3;
    /** Times in ns above this count from 1970; others from an unknown origin. */
    private static final long SURELY_UNIX = 100_000_000_000_000_000L;

    private final List<RankTrace> ranks = new ArrayList<>();
    private final List<Finding> findings;
    private final SortedMap<Integer, Long> offsets = new TreeMap<>();
    private LoadedFile reference;
    private int referenceRank;
    private final MachineClocks machines;

    /** Aligns the assembled files; reports to {@code findings}. */
    RankClocks(RankAssembly assembly, List<Finding> findings) {
        this.findings = findings;
        machines = new MachineClocks(findings);
        SortedMap<Integer, List<RankTrace.StepWindow>> steps = new TreeMap<>();
        for (int rank : assembly.ranks()) {
            LoadedFile device = assembly.device(rank);
            if (reference == null && device != null) {
                reference = device;
                referenceRank = rank;
            }
            steps.put(rank, device == null ? List.of() : steps(device.device(), rank));
            if (device != null) {
                align(device, rank);
            }
        }
        if (!machines.isEmpty()) {
            openClocks(assembly, steps.get(referenceRank));
        }
        for (int rank : assembly.ranks()) {
            LoadedFile host = assembly.host(rank);
            LoadedFile device = assembly.device(rank);
            ColumnDeviceTrace events = device == null ? null : device.device();
            ranks.add(new RankTrace(
                    rank, host == null ? null : host.host(), events, offsets.getOrDefault(rank, 0L), steps.get(rank)));
            if (host != null && device != null) {
                windows(host.host(), events, rank);
            }
        }
    }

    /** Finds the clocks that collectives with the reference did not tell. */
    private void openClocks(RankAssembly assembly, List<RankTrace.StepWindow> steps) {
        DeviceTrace first = reference.device();
        long[] lengths = steps.stream()
                .mapToLong(each -> each.endNanos() - each.startNanos())
                .toArray();
        offsets.putAll(machines.offsets(referenceRank, Medians.of(lengths)));
        for (int rank : assembly.ranks()) {
            LoadedFile device = assembly.device(rank);
            if (device != null && !offsets.containsKey(rank)) {
                offsets.put(rank, isBased(device) ? base(device) : byStep(first, device.device(), rank));
            }
        }
    }

    private List<RankTrace.StepWindow> steps(DeviceTrace events, int rank) {
        StepFinder.Found found = StepFinder.search(events);
        if (!found.covered().isEmpty()) {
            add(
                    rank,
                    "steps marked twice: two marks cover one step",
                    Counted.of(found.covered().size(), "mark", "marks such as") + " ProfilerStep#"
                            + found.covered().get(0)
                            + (found.covered().size() == 1
                                    ? " encloses marks of its own kind"
                                    : " enclose marks of their own kind"),
                    "the closer mark counts; number of steps: " + found.steps().size());
        }
        if (!found.repeated().isEmpty()) {
            add(
                    rank,
                    "several steps have the same number",
                    Counted.of(found.repeated().size(), "more mark is", "more marks are") + " named ProfilerStep#"
                            + found.repeated().get(0),
                    "only the longest of each number counts as a step");
        }
        return found.steps();
    }

    /** The ranks, ascending. */
    List<RankTrace> ranks() {
        return ranks;
    }

    private void align(LoadedFile file, int rank) {
        DeviceTrace first = reference.device();
        DeviceTrace other = file.device();
        boolean known = isBased(file);
        boolean sameMachine = !file.hostName().isEmpty() && file.hostName().equals(reference.hostName());
        long shift = known ? base(file) : 0;
        if (file == reference || (known || isSinceBoot(file)) && sameMachine) {
            set(file, rank, shift, shift);
            return;
        }
        ClockDifference difference = new ClockDifference(
                new ClockAnchors(first, referenceRank, rank), new ClockAnchors(other, rank, referenceRank), shift);
        drift(difference, rank);
        if (difference.count() < (known ? FEWEST : 1)) {
            machines.open(rank, other, shift, file.hostName(), known, difference.count());
            return;
        }
        long ahead = difference.median();
        boolean otherMachine =
                !file.hostName().isEmpty() && !reference.hostName().isEmpty() && !sameMachine;
        boolean clear = Math.abs(ahead) > Math.max(NOTICEABLE, (otherMachine ? 1 : SURE) * difference.spread());
        if (known && !clear) {
            set(file, rank, shift, shift);
            return;
        }
        add(
                rank,
                "clock " + micros(ahead) + " us " + (ahead < 0 ? "behind" : "ahead") + " of rank " + referenceRank
                        + "'s",
                "median over the ends of " + Counted.of(difference.count(), "common collective") + ", spread "
                        + micros(difference.spread()) + " us",
                "corrected when ranks are compared");
        set(file, rank, shift, shift - ahead);
    }

    private void set(LoadedFile file, int rank, long shift, long offset) {
        offsets.put(rank, offset);
        machines.known(rank, file.device(), offset, isBased(file) ? file.hostName() : "", offset - shift);
    }

    /** What to add to the times of a file so that they count from the reference's base time. */
    private long base(LoadedFile file) {
        return file.device().header().baseUnixNanos()
                - reference.device().header().baseUnixNanos();
    }

    /** Whether the times of a file and of the reference count from 1970. */
    private boolean isBased(LoadedFile file) {
        return isUnix(reference.device()) && isUnix(file.device());
    }

    /** Whether the times of a file and of the reference count from the start of their machine. */
    private boolean isSinceBoot(LoadedFile file) {
        return reference.device().header().isSinceBoot()
                && file.device().header().isSinceBoot();
    }

    private static boolean isUnix(DeviceTrace trace) {
        return trace.header().baseUnixNanos() > 0 || trace.size() > 0 && trace.startNanos(0) > SURELY_UNIX;
    }

    private long byStep(DeviceTrace first, DeviceTrace other, int rank) {
        for (RankTrace.StepWindow a : StepFinder.find(first)) {
            for (RankTrace.StepWindow b : StepFinder.find(other)) {
                if (a.number() == b.number()) {
                    add(
                            rank,
                            "clock set by the start of step " + a.number(),
                            "no base time in the files and no common collective",
                            "the ranks' times may be off by the difference of their starts of that step");
                    return a.startNanos() - b.startNanos();
                }
            }
        }
        add(
                rank,
                "clock unknown against that of rank " + referenceRank,
                "no base time in the files, no common collective, no step",
                "times of this rank are not compared with others");
        return 0;
    }

    /**
     * Reports a drift above four standard errors of the slope (12 / n for evenly spaced ends) and above two spreads
     * over the window.
     */
    private void drift(ClockDifference difference, int rank) {
        double drift = difference.drift();
        long gained = (long) Math.abs(drift * difference.span());
        double doubt =
                difference.spreadWithout(drift) * Math.max(2, 4 * Math.sqrt(12.0 / Math.max(1, difference.count())));
        if (gained > NOTICEABLE && gained > doubt) {
            add(
                    rank,
                    String.format(
                            Locale.ROOT, "clock drifts by %.0f ppm against rank %d's", drift * 1e6, referenceRank),
                    "slope over the ends of " + Counted.of(difference.count(), "common collective") + "",
                    "not corrected: " + micros(gained) + " us over the window");
        }
    }

    /** Warns when the host trace covers less time than the device trace next to it. */
    private void windows(HostTrace host, DeviceTrace device, int rank) {
        long start = host.header().startMillis();
        long finish = host.header().finishMillis();
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i) == EventKind.CPU_OP && !device.isFlagged(i)) {
                low = Math.min(low, device.startNanos(i));
                high = Math.max(high, device.endNanos(i));
            }
        }
        if (start < 0 || finish < start || low > high) {
            return;
        }
        long hostMillis = finish - start + 2;
        long deviceMillis = (high - low) / 1_000_000;
        if (deviceMillis > hostMillis) {
            add(
                    rank,
                    "the host trace covers " + hostMillis + " ms, the operators of the device trace " + deviceMillis
                            + " ms",
                    "the observer was not active during the whole profile, or the files come from two runs",
                    "operators outside have no host node");
        }
    }

    static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1000.0);
    }

    private void add(int rank, String what, String why, String effect) {
        findings.add(new Finding(Level.WARNING, "load", rank, "", what, why, effect));
    }
}
