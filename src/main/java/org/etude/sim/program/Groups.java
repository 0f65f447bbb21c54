// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.et.wire.CommGroups;
import org.etude.number.Digits;
import org.etude.spec.SimulationException;

/**
 * The validated communicator groups of a run, by number: those of the group file and, unless in compat mode, those that
 * METADATA nodes define for the rank whose trace holds them. The file takes precedence.
 */
public final class Groups {
    private final Int2ObjectOpenHashMap<RankGroup> groups = new Int2ObjectOpenHashMap<>();
    private final Map<RankProgram, Int2ObjectOpenHashMap<RankGroup>> recorded = new IdentityHashMap<>();
    private final int ranks;
    private final FindingLog findings;

    /**
     * Creates the lookup of communicator groups: those given with the workload, then those defined by a trace's
     * metadata.
     */
    public Groups(CommGroups from, int ranks, FindingLog findings) {
        this.ranks = ranks;
        this.findings = findings;
        from.groups().forEach((id, members) -> {
            if (id <= 0) {
                throw new SimulationException(
                        "communicator group " + id + " does not have a positive number", "Number groups from 1.");
            }
            groups.put((int) id, RankGroup.of(id, check(id, members, ranks), ranks));
        });
    }

    private static int[] check(int id, List<Integer> members, int ranks) {
        Set<Integer> seen = new HashSet<>();
        for (int rank : members) {
            if (rank < 0 || rank >= ranks || !seen.add(rank)) {
                throw new SimulationException(
                        "communicator group " + id + " lists rank " + rank
                                + (rank < 0 || rank >= ranks ? ", which is not in the job" : " twice"),
                        "List each rank from 0 to " + (ranks - 1) + " at most once.");
            }
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /** An identifier of the group that a node names, equal on all its ranks; null for an undefined group. */
    Object key(RankWorkload rank, int node) {
        String name = rank.program.group[node];
        if (name.isEmpty() || name.equals("0")) {
            return 0;
        }
        int number = Digits.toInt(name);
        if (groups.containsKey(number)) {
            return number;
        }
        Int2ObjectOpenHashMap<RankGroup> own = recorded.get(rank.program);
        RankGroup group = own == null ? null : own.get(number);
        return group == null ? null : group.key();
    }

    /** The group a node names, for a rank that must be in it. */
    public RankGroup of(RankWorkload rank, int node) {
        String name = rank.program.group[node];
        if (name.isEmpty() || name.equals("0")) {
            return RankGroup.WORLD;
        }
        int number = Digits.toInt(name);
        RankGroup group = number < 0 ? null : find(rank, number);
        if (group == null) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " uses communicator group \"" + name
                            + "\", which is not defined",
                    "Add it to the communicator-group file, or run repair(), which gives such groups a number.");
        }
        if (group.place(rank.rank) < 0) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " uses communicator group " + name
                            + ", which does not list this rank",
                    "Correct the group's list or the node's pg_name.");
        }
        return group;
    }

    private RankGroup find(RankWorkload rank, int number) {
        RankGroup listed = groups.get(number);
        RankGroup own = recorded.computeIfAbsent(rank.program, program -> recorded(program, rank.rank))
                .get(number);
        if (listed == null) {
            return own;
        }
        if (own != null && !Arrays.equals(own.sorted(), listed.sorted())) {
            findings.warn(
                    rank.rank,
                    "group " + number,
                    "the group file and the trace's METADATA node list different ranks",
                    "the file says " + Arrays.toString(listed.members()) + ", the trace "
                            + Arrays.toString(own.members()),
                    "the file is used");
        }
        return listed;
    }

    /** Numbered one higher, as in ASTRA-sim, so that the streams of group 0 have their own range. */
    private Int2ObjectOpenHashMap<RankGroup> recorded(RankProgram program, int rank) {
        Int2ObjectOpenHashMap<RankGroup> found = new Int2ObjectOpenHashMap<>();
        MetadataGroups.of(program, rank, ranks, findings).forEach((number, members) -> {
            if (number > 0) {
                found.put((int) number, RankGroup.of(number + 1, check(number, members, ranks), ranks));
            }
        });
        return found;
    }
}
