package org.etude.sim;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.etude.et.CommGroups;

/** The communicator groups of a run by number, checked. */
final class Groups {
    private final Int2ObjectOpenHashMap<Group> groups = new Int2ObjectOpenHashMap<>();

    Groups(CommGroups from, int ranks) {
        from.groups().forEach((id, members) -> {
            if (id <= 0) {
                throw new SimulationException(
                        "communicator group " + id + " has no positive number", "Number groups from 1.");
            }
            groups.put((int) id, Group.of(id, check(id, members, ranks), ranks));
        });
    }

    private static int[] check(int id, List<Integer> members, int ranks) {
        Set<Integer> seen = new HashSet<>();
        for (int rank : members) {
            if (rank < 0 || rank >= ranks || !seen.add(rank)) {
                throw new SimulationException(
                        "communicator group " + id + " lists rank " + rank
                                + (rank < 0 || rank >= ranks ? ", which the job does not have" : " twice"),
                        "List each rank from 0 to " + (ranks - 1) + " at most once.");
            }
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The group a node names, for a rank that must be in it. */
    Group of(RankWorkload rank, int node) {
        String name = rank.program.group[node];
        if (name.isEmpty() || name.equals("0")) {
            return Group.WORLD;
        }
        Group group = name.matches("[0-9]{1,9}") ? groups.get(Integer.parseInt(name)) : null;
        if (group == null) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " uses communicator group \"" + name
                            + "\", which is not defined",
                    "Add it to the communicator-group file.");
        }
        if (group.place(rank.rank) < 0) {
            throw new SimulationException(
                    "rank " + rank.rank + ": " + rank.program.describe(node) + " uses communicator group " + name
                            + ", which does not list this rank",
                    "Correct the group's list or the node's pg_name.");
        }
        return group;
    }
}
