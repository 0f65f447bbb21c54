// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.Collective;
import org.etude.report.Counted;
import org.etude.spec.CollectiveType;

/** Finds all collectives and transfers of a rank and numbers them. */
public final class CollectiveFinder {
    private final RankContext rank;
    private final NodeTable nodes;

    public CollectiveFinder(RankContext rank, NodeTable nodes) {
        this.rank = rank;
        this.nodes = nodes;
    }

    /** The evidence in node order, complete except for sequence numbers. */
    public List<CollectiveEvidence> find() {
        boolean gpu = rank.device() != null && rank.device().hasGpuWork();
        OperatorEvidence evidence = new OperatorEvidence(rank, nodes);
        KernelCollectives kernels = new KernelCollectives(rank, nodes, evidence);
        List<CollectiveEvidence> drafts = new ArrayList<>(kernels.find());
        HostCollectives host = new HostCollectives(rank, nodes, evidence, kernels, gpu);
        List<CollectiveEvidence> ofHost = host.find();
        List<CollectiveEvidence> calls = CoalescedCalls.resolve(rank, nodes, drafts, host.idle());
        drafts.addAll(ofHost);
        GroupBook groups = new GroupBook(rank.trace());
        withoutKernel(calls, groups);
        if (groups.ambiguous()) {
            long named = GroupThreads.name(rank, nodes, groups.groups(), drafts);
            if (named > 0) {
                rank.log()
                        .info(
                                "",
                                named + " of " + drafts.size() + " collectives got their process group from threads",
                                "c10d operators carry it as an object only; each gloo group has its own threads",
                                "they are assigned to these groups and matched within them");
            }
        }
        drafts.forEach(groups::complete);
        drafts.forEach(this::assume);
        drafts.forEach(CollectiveEvidence::settleBytes);
        drafts.sort(Comparator.comparingInt(draft -> draft.node));
        report(drafts, groups.ambiguous());
        return drafts;
    }

    /** Reports calls that launched no kernel. A group of one rank has nothing to exchange, so NCCL launches none for it. */
    private void withoutKernel(List<CollectiveEvidence> calls, GroupBook groups) {
        int alone = 0;
        for (CollectiveEvidence call : calls) {
            groups.complete(call);
            if (call.isOfOneRank()) {
                alone++;
            } else {
                unmatched(call, "no kernel of it in the window, or none was needed");
            }
        }
        if (alone > 0) {
            rank.log()
                    .info(
                            "",
                            Counted.of(alone, "collective") + " launched no kernel",
                            "their process group has one rank, which has nothing to exchange",
                            "left out");
        }
    }

    private void assume(CollectiveEvidence draft) {
        if (draft.type == CollectiveType.UNKNOWN && rank.options().assumeGeneric() != null) {
            draft.type(rank.options().assumeGeneric(), "assumed");
        }
    }

    /**
     * Collectives with their sequence numbers within (rank, group); messages are numbered separately by peer and
     * direction.
     */
    public static Collective[] number(List<CollectiveEvidence> drafts) {
        Object2LongOpenHashMap<String> next = new Object2LongOpenHashMap<>();
        List<CollectiveEvidence> issued = new ArrayList<>(drafts);
        issued.sort(Comparator.<CollectiveEvidence>comparingInt(draft -> draft.issued)
                .thenComparingInt(draft -> draft.tensor));
        Object2LongOpenHashMap<CollectiveEvidence> numbers = new Object2LongOpenHashMap<>();
        for (CollectiveEvidence draft : issued) {
            String key = draft.groupName + (draft.isTransfer() ? "|" + draft.type + "|" + draft.peer : "");
            numbers.put(draft, next.addTo(key, 1));
        }
        return drafts.stream()
                .map(draft -> draft.toCollective(numbers.getLong(draft)))
                .toArray(Collective[]::new);
    }

    private void report(List<CollectiveEvidence> drafts, boolean severalGroups) {
        int unknown = 0;
        int sizeless = 0;
        int groupless = 0;
        int assumed = 0;
        for (CollectiveEvidence draft : drafts) {
            boolean typeless = draft.type == CollectiveType.UNKNOWN;
            unknown += typeless ? 1 : 0;
            assumed += draft.evidence.equals("assumed") ? 1 : 0;
            sizeless += !typeless && draft.inBytes < 0 && draft.outBytes < 0 && draft.type != CollectiveType.BARRIER
                    ? 1
                    : 0;
            groupless += draft.groupName.isEmpty() ? 1 : 0;
            if (typeless) {
                unmatched(draft, "its type is not in the trace");
            }
        }
        int all = drafts.size();
        warn(
                unknown,
                Counted.among(
                        unknown, all, "collective", "has no evidence of its type", "have no evidence of their type"),
                "generic kernels whose launch, arguments and" + " annotations lie outside the window",
                "unknown; choose a type to assume with assumeGeneric(type)");
        warn(
                assumed,
                Counted.among(assumed, all, "collective", "is", "are") + " assumed to be "
                        + rank.options().assumeGeneric(),
                "requested by option",
                "their sizes stay unknown");
        warn(
                sizeless,
                Counted.among(sizeless, all, "collective", "has no size", "have no size"),
                "no arguments, records or tensors tell it",
                "bytes are -1");
        if (!severalGroups && groupless > 0) {
            rank.log()
                    .info(
                            "",
                            Counted.among(
                                    groupless,
                                    all,
                                    "collective",
                                    "does not name its process group",
                                    "do not name their process group"),
                            "c10d operators carry it as an object only",
                            "numbered together; ranks and size are set where all groups agree");
        }
    }

    private void unmatched(CollectiveEvidence call, String why) {
        rank.log().unmatched("collective", ParentAssigner.name(rank, nodes, call.node), nodes.start(call.node), why);
    }

    private void warn(int count, String what, String why, String effect) {
        if (count > 0) {
            rank.log().warn("", what, why, effect);
        }
    }
}
