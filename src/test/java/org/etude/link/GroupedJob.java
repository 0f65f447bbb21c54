// SPDX-License-Identifier: Apache-2.0
package org.etude.link;

import java.util.List;

/**
 * Four ranks whose gloo collectives name no group: ranks 0 and 1, 2 and 3 form groups 1 and 2; 0 and 2, 1 and 3 form 3
 * and 4; all of them group 0.
 */
public final class GroupedJob {
    public static final List<List<Integer>> ROWS = List.of(List.of(0, 1), List.of(2, 3));
    public static final List<List<Integer>> COLUMNS = List.of(List.of(0, 2), List.of(1, 3));
    private static final int RANKS = 4;
    private static final int HOST = 10;

    public final Recording recording = new Recording(RANKS);

    public GroupedJob() {
        for (int rank = 0; rank < RANKS; rank++) {
            recording.rank(rank).group("0", 0, 1, 2, 3);
            group(rank, "1", ROWS);
            group(rank, "3", COLUMNS);
        }
    }

    private void group(int rank, String first, List<List<Integer>> sets) {
        int set = sets.get(0).contains(rank) ? 0 : 1;
        recording
                .rank(rank)
                .group(
                        Integer.toString(Integer.parseInt(first) + set),
                        sets.get(set).stream().mapToInt(r -> r).toArray());
    }

    /**
     * The sets of ranks perform an all-reduce one after the other, 2 ms apart; each rank begins it 100 us after the one
     * before.
     */
    public void allReduce(int thread, double at, List<List<Integer>> sets) {
        double start = at;
        for (List<Integer> set : sets) {
            for (int rank : set) {
                double begun = start + 100 * set.indexOf(rank);
                collective(rank, "c10d::allreduce_", "gloo:all_reduce", thread, begun, start + 1000);
            }
            start += 2000;
        }
    }

    /** A rank calls a collective, which a thread of the backend carries until a given time. */
    public void collective(int rank, String call, String work, int thread, double begun, double end) {
        operation(rank, call, HOST, begun, 20);
        operation(rank, work, thread, begun + 20, end - begun - 20);
    }

    private void operation(int rank, String name, int thread, double at, double micros) {
        recording
                .rank(rank)
                .op(
                        name,
                        thread,
                        at,
                        micros,
                        "Input Dims",
                        List.of(List.of(8)),
                        "Input type",
                        List.of("float"),
                        "Concrete Inputs",
                        List.of());
    }
}
