// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.etude.et.comm.CommJudge;
import org.etude.et.graph.EtGraph;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.ConvertOptions;
import org.etude.spec.ConvertOptions.KernelTime;

/** Collects the findings of converting one rank. */
final class ConvertFindings {
    private final LinkedRank rank;
    private final List<Finding> findings;

    ConvertFindings(LinkedRank rank, List<Finding> findings) {
        this.rank = rank;
        this.findings = findings;
    }

    /** The findings so far. */
    List<Finding> rows() {
        return findings;
    }

    private void add(Level level, String where, String what, String why, String effect) {
        findings.add(new Finding(level, "convert", rank.trace().rank(), where, what, why, effect));
    }

    /** The finding that a rank's file number differs from the rank. */
    static Finding renumbered(int rank, int index) {
        return new Finding(
                Level.WARNING,
                "convert",
                rank,
                "",
                "written as rank " + index,
                "ranks below it were not recorded",
                "its file number is not its rank in the job; groups and peers keep the job's numbers");
    }

    /** Transfers that cannot be simulated, one finding per reason. */
    void transfers(WorkNodes work, CommJudge judge) {
        TreeMap<String, Integer> reasons = new TreeMap<>();
        TreeMap<String, Integer> parts = new TreeMap<>();
        for (int k = 0; k < work.size(); k++) {
            if (work.standsIn(k)) {
                reasons.merge(problem(rank.collectives(work.node(k)), judge), 1, Integer::sum);
            } else if (work.rest(k) != null) {
                parts.merge(judge.problem(work.rest(k)), 1, Integer::sum);
            }
        }
        parts.forEach((why, count) -> add(
                Level.WARNING,
                "",
                Counted.of(
                        count,
                        "kernel carries a message that cannot be simulated next to others",
                        "kernels carry messages that cannot be simulated next to others"),
                why,
                "the others are simulated, but no network makes the kernel shorter than measured"));
        reasons.forEach((why, count) -> add(
                why.contains("one rank") ? Level.INFO : Level.WARNING,
                "",
                Counted.of(
                                count,
                                "communication kernel becomes a compute node",
                                "communication kernels become compute nodes")
                        + " of the measured duration",
                why,
                "their time is kept, but no network changes it; the attribute collective tells them"));
        int untimed = 0;
        int operators = 0;
        for (int i = 0; i < rank.size(); i++) {
            if (!rank.kind(i).isGpu() && rank.kind(i) != NodeKind.ROOT) {
                operators++;
                untimed += rank.startNanos(i) == LinkedRank.UNTIMED ? 1 : 0;
            }
        }
        if (untimed > 0) {
            add(
                    untimed == operators ? Level.ERROR : Level.INFO,
                    "",
                    untimed + " of " + operators + " host operators left out",
                    "they have no time: the Kineto trace does not hold them",
                    untimed == operators
                            ? "without a Kineto trace only communication is left, without times"
                            : "they ran outside the recorded window, or on threads that the profiler did not record");
        }
    }

    private static String problem(List<Collective> calls, CommJudge judge) {
        return calls.stream()
                .map(judge::problem)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse(
                        calls.isEmpty()
                                ? "the linked graph has no transfer for it"
                                : "its messages go from the rank to itself");
    }

    void plan(RankPlan plan, WorkNodes work, ConvertOptions options, KernelTimes kernels) {
        if (plan.dropped() > 0) {
            add(
                    Level.WARNING,
                    "",
                    Counted.of(
                            plan.dropped(),
                            "wait of the linked graph was dropped",
                            "waits of the linked graph were dropped"),
                    "by the recorded times, what they wait for came later or was launched later",
                    "the order of the timestamps is kept instead");
        }
        if (plan.inferred() > 0) {
            add(
                    Level.INFO,
                    "",
                    Counted.of(plan.inferred(), "dependency on or of a collective", "dependencies on or of collectives")
                            + " inferred from timestamps",
                    "the trace does not record them",
                    "work that depends on a collective moves with it on another network");
        }
        if (plan.anchored() > 0 && options.hostGaps()) {
            add(
                    Level.INFO,
                    "",
                    Counted.of(
                            plan.anchored(),
                            "piece of work starts at its recorded time",
                            "pieces of work start at their recorded time"),
                    "nothing recorded launched them, or the host ran them itself",
                    "they follow the host's timeline");
        }
        if (options.kernelTime() != KernelTime.MEASURED) {
            add(
                    Level.INFO,
                    "",
                    "every compute node takes " + kernels.forcedNanos() + " ns",
                    KernelTimes.describe(options.kernelTime()),
                    "individual kernels are not distinguished");
        }
        if (!options.hostGaps()) {
            add(Level.INFO, "", "the host is left out", "requested", "GPU work waits only for GPU work");
        }
    }

    /** Host threads that are separate resources. */
    void threads(WorkNodes work) {
        Set<Integer> lanes = new HashSet<>();
        int operators = 0;
        for (int k = 0; k < work.size(); k++) {
            if (work.slot(k) == WorkNodes.Slot.THREAD) {
                lanes.add(rank.lane(work.node(k)));
                operators++;
            }
        }
        if (operators > 0) {
            add(
                    Level.INFO,
                    "",
                    Counted.of(operators, "operator") + " of " + Counted.of(lanes.size(), "host thread")
                            + (operators == 1 ? " runs" : " run") + " at once with the others",
                    "other threads start operators while theirs are open",
                    "each such thread is a separate resource; in other simulators its operators take no time");
        }
    }

    /** Times that the trace does not explain, and the loss in simulators with one resource of each kind. */
    void times(WorkNodes work, WorkTimes times, ConvertOptions options) {
        int late = 0;
        long total = 0;
        int worst = -1;
        long shared = 0;
        long delays = 0;
        for (int k = 0; k < work.size(); k++) {
            boolean named = times.late(k) > 0 && rank.kind(work.node(k)).isGpu();
            late += named ? 1 : 0;
            total += named ? times.late(k) : 0;
            delays += times.late(k) + times.delay(k);
            worst = named && (worst < 0 || times.late(k) > times.late(worst)) ? k : worst;
            shared += times.duration(k) - work.duration(k);
        }
        if (!options.hostGaps() || options.onlyCommunication()) {
            return;
        }
        if (late > 0) {
            add(
                    Level.WARNING,
                    rank.name(work.node(worst)),
                    "GPU work starts " + times.late(worst) / 1000 + " us late for a reason not in the rank's trace"
                            + (late == 1 ? "" : "; " + late + " pieces of work do, " + total / 1000 + " us in all"),
                    "its launch and all its known dependencies were finished by then",
                    "nodes named \"late start\" keep the time, which no network changes; work of a rank that shares the"
                            + " GPU is such a reason");
        }
        if (shared / 1000 > 0 || late > 0) {
            add(
                    Level.INFO,
                    "",
                    "duration_micros counts " + Math.max(0, shared) / 1000
                            + " us of overlapping work once and leaves out " + delays / 1000
                            + " us between launch or release of work and its start",
                    "other simulators know one GPU and one communication resource and no delays",
                    "they end earlier or later; Etude uses duration_ns, delay_ns and resource, which they ignore");
        }
    }

    EtGraph checked(EtGraph graph) {
        if (graph.size() == 0) {
            add(
                    Level.ERROR,
                    "",
                    "no node",
                    "the trace contains nothing of what was requested",
                    "no simulator loads it");
        }
        return graph;
    }
}
