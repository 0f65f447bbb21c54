package org.etude.workload.parallel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.wire.CommGroups;
import org.etude.workload.scale.WorkloadException;

/**
 * The process groups of a {@link Parallelism}, numbered kind by kind and within a kind by their lowest rank, with gaps where a
 * number would make a simulator confuse groups ({@link ProcessGroupNumbers}). Groups of one rank have no number, and a group of all ranks
 * is the whole job, which needs none.
 */
public final class ProcessGroups {
    private final Parallelism ranks;
    /** Numbers by kind and index; made when first asked for, since most searches never ask. */
    private int[][] numbers;

    /** Groups of ranks laid out so. */
    public ProcessGroups(Parallelism ranks) {
        this.ranks = ranks;
    }

    /** The ranks of a group of a kind. */
    public int size(Group kind) {
        return switch (kind) {
            case TENSOR -> ranks.tp();
            case DATA -> ranks.dp();
            case EXPERT -> ranks.ep();
            case EXPERT_DATA -> ranks.dp() / ranks.ep();
            case MODEL -> ranks.tp() * ranks.pp();
            case EMBEDDING -> Math.min(2, ranks.pp());
            case CONTEXT -> ranks.cp();
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
     * What an execution trace calls a rank's group: its number, or an empty name for the whole job.
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

    /** Which group of its kind a rank is in, by lowest rank. */
    private int index(Group kind, int rank) {
        int tensor = ranks.tensor(rank);
        int data = ranks.data(rank);
        int stage = ranks.stage(rank);
        return switch (kind) {
            case TENSOR -> data + ranks.dp() * stage;
            case DATA -> tensor + ranks.tp() * stage;
            case EXPERT -> tensor + ranks.tp() * (data / ranks.ep() + ranks.dp() / ranks.ep() * stage);
            case EXPERT_DATA -> tensor + ranks.tp() * (data % ranks.ep() + ranks.ep() * stage);
            case MODEL -> data;
            case EMBEDDING -> tensor + ranks.tp() * data;
            case CONTEXT -> tensor + ranks.tp() * (data / ranks.cp() + ranks.dp() / ranks.cp() * stage);
        };
    }

    /** The ranks of a rank's group, ascending. */
    public List<Integer> members(Group kind, int rank) {
        List<Integer> members = new ArrayList<>();
        int data = ranks.data(rank);
        int firstCopy = data / ranks.ep() * ranks.ep();
        for (int m = 0; m < size(kind); m++) {
            members.add(
                    switch (kind) {
                        case TENSOR -> ranks.rank(m, data, ranks.stage(rank));
                        case DATA -> ranks.rank(ranks.tensor(rank), m, ranks.stage(rank));
                        case EXPERT -> ranks.rank(ranks.tensor(rank), firstCopy + m, ranks.stage(rank));
                        case EXPERT_DATA ->
                            ranks.rank(ranks.tensor(rank), data % ranks.ep() + m * ranks.ep(), ranks.stage(rank));
                        case MODEL -> ranks.rank(m % ranks.tp(), data, m / ranks.tp());
                        case EMBEDDING -> ranks.rank(ranks.tensor(rank), data, m * (ranks.pp() - 1));
                        case CONTEXT ->
                            ranks.rank(ranks.tensor(rank), data / ranks.cp() * ranks.cp() + m, ranks.stage(rank));
                    });
        }
        return members;
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
