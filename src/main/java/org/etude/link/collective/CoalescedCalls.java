// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.report.Counted;
import org.etude.spec.CollectiveType;

/**
 * Resolves several calls that ran as one kernel (a group of sends and receives, coalesced collectives). The calls have
 * no kernel of their own; the kernel is launched after them on their thread without any description. Sends and receives
 * remain messages, all of that kernel. For other calls of one type, the kernel gets that type and their total size;
 * otherwise it has no type, and its notes list the calls. A kernel of which only its name states a type takes the size of
 * calls of that type and of one group.
 */
final class CoalescedCalls {
    private CoalescedCalls() {}

    /**
     * Completes the kernels' evidence, adds that of the further messages of a kernel, and returns the calls that belong to
     * no kernel.
     */
    static List<CollectiveEvidence> resolve(
            RankContext rank, NodeTable nodes, List<CollectiveEvidence> kernels, List<CollectiveEvidence> calls) {
        List<CollectiveEvidence> lost = new ArrayList<>(calls);
        List<CollectiveEvidence> launched = new ArrayList<>();
        for (CollectiveEvidence kernel : kernels) {
            if (launch(rank, nodes, kernel) >= 0) {
                launched.add(kernel);
            }
        }
        launched.sort(Comparator.comparingInt(kernel -> launch(rank, nodes, kernel)));
        List<CollectiveEvidence> further = new ArrayList<>();
        int[] previous = new int[rank.device() == null ? 0 : rank.device().laneCount()];
        for (CollectiveEvidence kernel : launched) {
            int launch = launch(rank, nodes, kernel);
            int lane = rank.device().lane(launch);
            int from = previous[lane];
            previous[lane] = launch;
            boolean typed = kernel.type != CollectiveType.UNKNOWN;
            if (!typed || needsSize(kernel)) {
                List<CollectiveEvidence> before = new ArrayList<>();
                for (CollectiveEvidence call : lost) {
                    int event = nodes.event[call.node];
                    boolean fits = !typed || call.type == kernel.type;
                    if (fits && event >= from && event < launch && rank.device().lane(event) == lane) {
                        before.add(call);
                    }
                }
                if (typed && !areOfOneGroup(before)) {
                    continue;
                }
                lost.removeAll(before);
                if (before.size() > 1 && before.stream().allMatch(CollectiveEvidence::isTransfer)) {
                    further.addAll(messages(kernel, before));
                } else {
                    join(kernel, before);
                }
            }
        }
        kernels.addAll(further);
        return lost;
    }

    /** Whether nothing but its name describes a kernel: no call around its launch. */
    private static boolean needsSize(CollectiveEvidence kernel) {
        return kernel.evidence.equals(KernelCollectives.KERNEL_NAME) && kernel.inBytes < 0 && kernel.outBytes < 0;
    }

    /** Whether all of these calls can be in one kernel: NCCL launches one for each communicator. */
    private static boolean areOfOneGroup(List<CollectiveEvidence> calls) {
        return calls.stream().allMatch(call -> call.groupName.equals(calls.get(0).groupName));
    }

    /** Makes the kernel the first of several messages and returns the others, in the order of the calls. */
    private static List<CollectiveEvidence> messages(CollectiveEvidence kernel, List<CollectiveEvidence> calls) {
        List<CollectiveEvidence> others = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            CollectiveEvidence call = calls.get(i);
            CollectiveEvidence message = kernel;
            if (i > 0) {
                message = new CollectiveEvidence(kernel.node, kernel.issued, i);
                others.add(message);
            }
            message.group(call.groupName, call.groupRanks, call.groupSize);
            message.dtype(call.dtype);
            message.bytes(call.inBytes, call.outBytes);
            message.type(call.type, call.evidence);
            message.peer(call.peer, call.peerInGroup);
            message.tag(call.tag);
            message.note("one of " + calls.size() + " messages of one kernel");
        }
        return others;
    }

    private static int launch(RankContext rank, NodeTable nodes, CollectiveEvidence kernel) {
        return rank.launchOf()[nodes.event[kernel.node]];
    }

    private static void join(CollectiveEvidence kernel, List<CollectiveEvidence> calls) {
        if (calls.isEmpty()) {
            return;
        }
        CollectiveEvidence first = calls.get(0);
        kernel.group(first.groupName, first.groupRanks, first.groupSize);
        kernel.dtype(first.dtype);
        kernel.bytes(sum(calls, true), sum(calls, false));
        if (calls.stream().allMatch(call -> call.type == first.type)) {
            kernel.type(first.type, first.evidence);
            if (calls.stream().allMatch(call -> call.peer == first.peer)) {
                kernel.peer(first.peer, first.peerInGroup);
                kernel.tag(first.tag);
            }
            kernel.note(Counted.of(calls.size(), "call") + " in one kernel");
        } else {
            kernel.note(
                    "one kernel for " + calls.stream().map(CoalescedCalls::tell).collect(Collectors.joining(", ")));
        }
    }

    /** What all calls send or receive together; -1 if that of one of them is unknown. */
    private static long sum(List<CollectiveEvidence> calls, boolean in) {
        long sum = 0;
        for (CollectiveEvidence call : calls) {
            long bytes = in ? call.inBytes : call.outBytes;
            if (bytes < 0) {
                return -1;
            }
            sum += bytes;
        }
        return sum;
    }

    private static String tell(CollectiveEvidence call) {
        long bytes = Math.max(call.inBytes, call.outBytes);
        return call.type + (call.peer < 0 ? "" : " with " + call.peer) + (bytes < 0 ? "" : " of " + bytes + " B");
    }
}
