// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.etude.et.wire.CommGroups;
import org.etude.spec.Parallelism;
import org.etude.spec.WorkloadException;

/**
 * The process groups of a {@link Parallelism}, numbered kind by kind and within a kind by their lowest rank, skipping
 * numbers with which a simulator would confuse groups ({@link ProcessGroupNumbers}). Groups of one rank have no number,
 * and a group of all ranks is the whole job, which needs none.
 */
public final class ProcessGroups {
    private static final Set<Group> OF_EXPERTS =
            Set.of(Group.EXPERT, Group.EXPERT_DATA, Group.EXPERT_SHARD, Group.EXPERT_NEAR, Group.EXPERT_FAR);

    private final Parallelism ranks;
    private final CopyLayout layout;
    /** Numbers by kind and index; computed on first use, because most searches never need them. */
    private int[][] numbers;

    /** The groups of this parallelism. */
    public ProcessGroups(Parallelism ranks) {
        this(ranks, CopyLayout.PLAIN);
    }

    ProcessGroups(Parallelism ranks, CopyLayout layout) {
        layout.check(ranks);
        this.ranks = ranks;
        this.layout = layout;
    }

    /** Number of stages that hold the same parts. */
    private int twins() {
        return layout.mirrored() ? 2 : 1;
    }

    /** Number of copies of a group that holds all shards. */
    private int shards() {
        return ranks.dp() / layout.instances();
    }

    /** Number of ranks with the same experts in a group that holds all shards. */
    private int expertShards() {
        return ranks.expertRanks() / layout.instances() / ranks.ep();
    }

    /** Number of expert ranks that are chosen together. */
    private int near() {
        return ranks.ep() / layout.expertGroups();
    }

    /** The lowest stage that holds the same parts as a rank's. */
    private int twin(int rank) {
        int stage = ranks.stage(rank);
        return layout.mirrored() ? Math.min(stage, ranks.pp() - 1 - stage) : stage;
    }

    /**
     * The ranks of a group of a kind; 1 for shards spread over all copies, and for expert groups if there is only one.
     */
    public int size(Group kind) {
        return switch (kind) {
            case TENSOR -> ranks.tp();
            case DATA -> twins() * ranks.dp();
            case EXPERT -> ranks.ep();
            case EXPERT_DATA -> twins() * ranks.expertRanks() / ranks.ep();
            case MODEL -> ranks.tp() * ranks.pp();
            case EMBEDDING -> Math.min(layout.ends(), ranks.pp());
            case CONTEXT -> ranks.cp();
            case SHARD -> layout.instances() == 1 ? 1 : shards();
            case EXPERT_SHARD -> layout.instances() == 1 ? 1 : expertShards();
            case REPLICA -> layout.instances();
            case EXPERT_NEAR -> layout.expertGroups() == 1 ? 1 : near();
            case EXPERT_FAR -> layout.expertGroups();
        };
    }

    /** The groups of a kind. */
    private int count(Group kind) {
        return kind == Group.EMBEDDING ? ranks.tp() * ranks.dp() : ranks.world() / size(kind);
    }

    /** Whether a rank is in a group of this kind. */
    public boolean has(Group kind, int rank) {
        int stage = ranks.stage(rank);
        return kind != Group.EMBEDDING || stage == 0 || stage == ranks.pp() - 1;
    }

    /**
     * The name of a rank's group in an execution trace: its number, or empty for the whole job.
     *
     * @throws WorkloadException when the rank is in no such group, or alone in it
     */
    public String name(Group kind, int rank) {
        if (size(kind) == 1) {
            throw new WorkloadException(
                    "each rank of " + ranks + " is alone in its " + kind + " group", "A collective needs two ranks.");
        }
        if (!has(kind, rank)) {
            throw new WorkloadException(
                    "rank " + rank + " of " + ranks + " is in no " + kind + " group",
                    "Only the first and the last stage are.");
        }
        return size(kind) == ranks.world() ? "" : Integer.toString(number(kind, rank));
    }

    private int number(Group kind, int rank) {
        if (numbers == null) {
            numbers = numbers();
        }
        return numbers[kind.ordinal()][index(kind, rank)];
    }

    private int[][] numbers() {
        ProcessGroupNumbers taken = new ProcessGroupNumbers();
        int[][] all = new int[Group.values().length][];
        for (Group kind : Group.values()) {
            int[] ofKind = new int[listed(kind) ? count(kind) : 0];
            int[] lowest = new int[ofKind.length];
            Arrays.fill(lowest, -1);
            for (int rank = 0; ofKind.length > 0 && rank < ranks.world(); rank++) {
                int index = has(kind, rank) ? index(kind, rank) : -1;
                if (index >= 0 && lowest[index] < 0) {
                    lowest[index] = rank;
                }
            }
            for (int index = 0; index < ofKind.length; index++) {
                ofKind[index] = taken.take(members(kind, lowest[index]));
            }
            all[kind.ordinal()] = ofKind;
        }
        return all;
    }

    private boolean listed(Group kind) {
        return size(kind) > 1 && size(kind) < ranks.world();
    }

    /** The index of a rank's group among those of its kind, ordered by lowest rank. */
    private int index(Group kind, int rank) {
        int tensor = ranks.tensor(rank);
        int data = ranks.data(rank);
        int stage = ranks.stage(rank);
        return switch (kind) {
            case TENSOR -> data + ranks.dp() * stage;
            case DATA -> tensor + ranks.tp() * twin(rank);
            case EXPERT_DATA -> {
                Slot slot = slot(kind, rank);
                yield slot.lane + slot.lanes * (slot.at % ranks.ep() + ranks.ep() * twin(rank));
            }
            case MODEL -> data;
            case EMBEDDING -> tensor + ranks.tp() * data;
            default -> {
                Run run = run(kind);
                Slot slot = slot(kind, rank);
                int groups = slot.of / run.count;
                yield slot.lane + slot.lanes * (run.group(slot.at) + groups * stage);
            }
        };
    }

    /** Copies of one tensor rank and stage in a group, with their number and stride. */
    private record Run(int count, int stride) {
        int group(int data) {
            return data / (count * stride) * stride + data % stride;
        }

        int first(int data) {
            return data / (count * stride) * count * stride + data % stride;
        }
    }

    /**
     * The place of a rank among those of its stage that groups of a kind are made of: its copy among those of its tensor
     * rank, or for whole experts its number among all.
     */
    private record Slot(int at, int of, int lane, int lanes) {}

    private Slot slot(Group kind, int rank) {
        boolean all = ranks.wholeExperts() && OF_EXPERTS.contains(kind);
        int tensor = ranks.tensor(rank);
        int data = ranks.data(rank);
        return all
                ? new Slot(tensor + ranks.tp() * data, ranks.tp() * ranks.dp(), 0, 1)
                : new Slot(data, ranks.dp(), tensor, ranks.tp());
    }

    /** The rank at a place among those of another's stage. */
    private int rank(Slot slot, int at, int stage) {
        return slot.lanes == 1 && ranks.tp() > 1
                ? ranks.rank(at % ranks.tp(), at / ranks.tp(), stage)
                : ranks.rank(slot.lane, at, stage);
    }

    private Run run(Group kind) {
        return switch (kind) {
            case EXPERT -> new Run(ranks.ep(), 1);
            case CONTEXT -> new Run(ranks.cp(), 1);
            case SHARD -> new Run(shards(), 1);
            case EXPERT_SHARD -> new Run(expertShards(), ranks.ep());
            case REPLICA -> new Run(layout.instances(), shards());
            case EXPERT_NEAR -> new Run(near(), 1);
            default -> new Run(layout.expertGroups(), near());
        };
    }

    /** The ranks of a rank's group, ascending. */
    public List<Integer> members(Group kind, int rank) {
        List<Integer> members = new ArrayList<>();
        for (int m = 0; m < size(kind); m++) {
            members.add(member(kind, rank, m));
        }
        return members;
    }

    private int member(Group kind, int rank, int m) {
        int data = ranks.data(rank);
        int tensor = ranks.tensor(rank);
        return switch (kind) {
            case TENSOR -> ranks.rank(m, data, ranks.stage(rank));
            case DATA -> ranks.rank(tensor, m % ranks.dp(), twinOf(rank, m / ranks.dp()));
            case EXPERT_DATA -> {
                Slot slot = slot(kind, rank);
                int each = slot.of / ranks.ep();
                yield rank(slot, slot.at % ranks.ep() + m % each * ranks.ep(), twinOf(rank, m / each));
            }
            case MODEL -> ranks.rank(m % ranks.tp(), data, m / ranks.tp());
            case EMBEDDING -> ranks.rank(tensor, data, m * (ranks.pp() - 1));
            default -> {
                Run run = run(kind);
                Slot slot = slot(kind, rank);
                yield rank(slot, run.first(slot.at) + m * run.stride, ranks.stage(rank));
            }
        };
    }

    /** The lower or the higher of the stages that hold the same parts as a rank's. */
    private int twinOf(int rank, int which) {
        return which == 0 ? twin(rank) : ranks.pp() - 1 - twin(rank);
    }

    /** The position of a rank in its group. */
    int place(Group kind, int rank) {
        return members(kind, rank).indexOf(rank);
    }

    /** All groups that have a number. */
    public CommGroups all() {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (Group kind : Group.values()) {
            for (int rank = 0; listed(kind) && rank < ranks.world(); rank++) {
                if (has(kind, rank)) {
                    int of = rank;
                    groups.computeIfAbsent(number(kind, rank), number -> members(kind, of));
                }
            }
        }
        return CommGroups.of(groups);
    }
}
