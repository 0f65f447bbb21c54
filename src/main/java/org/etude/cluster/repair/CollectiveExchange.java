// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.et.wire.CommGroups;
import org.etude.repair.across.CallSource;
import org.etude.repair.across.Calls;
import org.etude.repair.across.ClassPlan;
import org.etude.repair.across.CollectiveDecision;
import org.etude.repair.across.CommOutline;
import org.etude.repair.across.GroupMembers;
import org.etude.repair.across.GroupNames;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;
import org.etude.spec.RepairOptions.Mismatch;
import org.etude.store.StoredFile;

/**
 * Brings the collectives of each process group together on which its ranks disagree: one sequence of calls per class of
 * ranks that make the same ones.
 *
 * @param open by name, the groups to decide on
 * @param strangers by rank, the groups that it must leave
 */
record CollectiveExchange(
        RepairOptions options, SortedMap<String, OpenGroup> open, SortedMap<Integer, List<String>> strangers)
        implements RepairExchange {
    private static final String SENT = "calls";
    private static final Calls NO_CALLS = new Calls();
    /** The class of a rank that is not in the group. */
    private static final int STRANGER = -1;

    /**
     * What a rank answers.
     *
     * @param waits whether it needs nodes of other ranks
     * @param classes by group, the class whose plan it follows
     * @param findings by group, the findings that it passes on
     */
    record Answer(boolean waits, SortedMap<String, Integer> classes, SortedMap<String, List<Finding>> findings) {
        private static final String KIND = "planned";

        static Answer of(byte[] bytes) {
            return StoredFile.of(bytes, KIND, Answer.class);
        }
    }

    /** The exchange of a job, to whose groups {@link #add} adds the groups that ranks name. */
    static CollectiveExchange of(RepairOptions options) {
        return new CollectiveExchange(options, new TreeMap<>(), new TreeMap<>());
    }

    /**
     * Adds a group that ranks name.
     *
     * @param callers the ranks that name it, ascending
     * @return findings on its members
     */
    List<Finding> add(CommGroups groups, String name, List<Integer> callers, List<CommOutline> outlines) {
        GroupMembers group = GroupMembers.of(groups, name, outlines.size(), callers);
        if (options.mismatch() != Mismatch.REPORT) {
            group.strangers().forEach(rank -> strangers
                    .computeIfAbsent(rank, key -> new ArrayList<>())
                    .add(name));
        }
        Map<String, Integer> speakers = new TreeMap<>();
        boolean sound = true;
        List<Integer> ofMember = new ArrayList<>();
        CommOutline.GroupOutline nothing = CommOutline.GroupOutline.of(NO_CALLS, options);
        for (int rank : group.members()) {
            CommOutline.GroupOutline calls = outlines.get(rank).groups().getOrDefault(name, nothing);
            sound &= calls.sound();
            ofMember.add(speakers.computeIfAbsent(calls.print(), print -> rank));
        }
        if (!group.members().isEmpty() && !(sound && speakers.size() == 1)) {
            open.put(name, new OpenGroup(group.members(), ofMember));
        }
        return group.findings(rank -> outlines.get(rank).groups().get(name).count(), options);
    }

    /** Whether no rank must change anything. */
    boolean isEmpty() {
        return open.isEmpty() && strangers.isEmpty();
    }

    @Override
    public Map<String, byte[]> parcels(RepairingRank rank) {
        Map<String, byte[]> parcels = new TreeMap<>();
        List<String> spoken = open.entrySet().stream()
                .filter(group -> group.getValue().isSpeaker(rank.rank()))
                .map(Map.Entry::getKey)
                .toList();
        if (!spoken.isEmpty()) {
            Map<String, Calls> calls = Calls.of(rank.graph());
            spoken.forEach(name -> parcels.put(
                    name,
                    StoredFile.bytes(SENT, calls.getOrDefault(name, NO_CALLS).sent())));
        }
        return parcels;
    }

    /** Decides about a group; by rank, what it receives. */
    Map<Integer, byte[]> decide(String name, SortedMap<Integer, byte[]> parcels) {
        OpenGroup group = open.get(name);
        Map<Integer, Calls> bySpeaker = new TreeMap<>();
        parcels.forEach((rank, parcel) -> bySpeaker.put(
                rank, StoredFile.of(parcel, SENT, Calls.Sent.class).calls()));
        CollectiveDecision decision =
                CollectiveDecision.of(name, group.members(), rank -> bySpeaker.get(group.speaker(rank)), options);
        return new GroupReplies(decision).of(parcels.firstKey());
    }

    @Override
    public RepairingRank received(RepairingRank rank, SortedMap<String, byte[]> replies) {
        List<String> left = strangers.getOrDefault(rank.rank(), List.of());
        Map<String, Calls> calls = replies.isEmpty() && left.isEmpty() ? Map.of() : Calls.of(rank.graph());
        SortedMap<String, ClassPlan> plans = new TreeMap<>(GroupNames.ORDER);
        SortedMap<String, Integer> classes = new TreeMap<>();
        SortedMap<String, List<Finding>> findings = new TreeMap<>();
        List<CopiedCall> copies = new ArrayList<>();
        replies.forEach((name, bytes) -> {
            CollectiveReply reply = CollectiveReply.of(bytes);
            Calls own = calls.getOrDefault(name, NO_CALLS);
            reply.plan().ifPresent(plan -> {
                plans.put(name, plan.plan(name, own));
                classes.put(name, reply.rankClass());
            });
            for (CollectiveReply.Copy copy : reply.copies()) {
                CallSource source = new CallSource(name, rank.rank(), copy.call());
                copies.add(CopiedCall.of(source, rank.graph().node(own.node(copy.call())), copy.ranks()));
            }
            findings.put(name, reply.findings());
        });
        left.forEach(name -> {
            plans.put(name, GroupMembers.removal(name, calls.get(name)));
            classes.put(name, STRANGER);
        });
        PendingPlans pending = new PendingPlans(plans, copies);
        boolean waits = pending.needsCopies();
        RepairingRank next = waits || plans.isEmpty() ? rank : pending.apply(rank, calls, source -> null);
        return next.waiting(waits ? pending : new PendingPlans(PendingPlans.NONE.plans(), copies))
                .answering(StoredFile.bytes(Answer.KIND, new Answer(waits, classes, findings)));
    }
}
