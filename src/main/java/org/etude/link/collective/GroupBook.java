// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.RankTrace;

/** The process groups of a rank, used to complete the group of a collective. */
public final class GroupBook {
    private final List<ProcessGroup> groups = new ArrayList<>();

    /** The process groups that the host trace and the device trace of a rank name. */
    public GroupBook(RankTrace rank) {
        if (rank.host() != null) {
            groups.addAll(rank.host().groups());
        }
        if (rank.device() != null) {
            for (ProcessGroup group : rank.device().header().groups()) {
                if (groups.stream().noneMatch(g -> g.name().equals(group.name()))) {
                    groups.add(group);
                }
            }
        }
    }

    /** All of them, in the order of the trace. */
    public List<ProcessGroup> groups() {
        return List.copyOf(groups);
    }

    /**
     * Completes the group of a collective and converts a peer or root within the group to a global rank; a peer of a communicator
     * whose ranks are unknown is unknown.
     */
    void complete(CollectiveEvidence draft) {
        ProcessGroup group = find(draft);
        if (group != null) {
            draft.group(group.name(), group.ranks(), group.size());
        } else if (draft.groupName.isEmpty() && sameMembers()) {
            draft.group("", groups.get(0).ranks(), groups.get(0).size());
        }
        if (draft.groupSize < 0 && !draft.groupRanks.isEmpty()) {
            draft.groupSize = draft.groupRanks.size();
        }
        if (draft.peerInGroup) {
            draft.peer = knowsMembers(draft) ? global(draft, draft.peer) : -1;
        }
        draft.root = global(draft, draft.root);
    }

    /**
     * Whether a rank of the group can be told as a rank of the job. A group of c10d whose ranks the trace does not tell is
     * taken to be of all ranks, as the default one is; a communicator of NCCL or RCCL may have any.
     */
    private static boolean knowsMembers(CollectiveEvidence draft) {
        return !draft.groupRanks.isEmpty() || !draft.evidence.equals(CollectiveEvidence.LIBRARY);
    }

    private static int global(CollectiveEvidence draft, int member) {
        return member >= 0 && member < draft.groupRanks.size() ? draft.groupRanks.get(member) : member;
    }

    private ProcessGroup find(CollectiveEvidence draft) {
        if (draft.groupName.isEmpty()) {
            return groups.size() == 1 ? groups.get(0) : null;
        }
        for (ProcessGroup group : groups) {
            if (group.name().equals(draft.groupName)) {
                return group;
            }
        }
        return null;
    }

    /** Whether a collective without a group name could belong to groups with different members. */
    public boolean ambiguous() {
        return groups.size() > 1 && !sameMembers();
    }

    private boolean sameMembers() {
        return !groups.isEmpty()
                && groups.stream()
                        .allMatch(g -> g.ranks().equals(groups.get(0).ranks())
                                && g.size() == groups.get(0).size());
    }
}
