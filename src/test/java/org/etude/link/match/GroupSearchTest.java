// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.trace.model.ProcessGroup;
import org.junit.jupiter.api.Test;

/** Groups "all" of both ranks and "own" of each rank alone, or of pairs; threads of a backend that may be of either. */
class GroupSearchTest {
    private static final long MS = 1_000_000;

    private static ProcessGroup group(String name, Integer... ranks) {
        return new ProcessGroup(name, "", "", ranks.length, List.of(ranks));
    }

    /** A collective that meets and ends together, from 1 ms before its end. */
    private static OpenGroups.Call call(int issued, int token, long end) {
        return new OpenGroups.Call(issued, token, true, true, end - MS, end);
    }

    private static OpenGroups.Carrier thread(List<Integer> fitting, OpenGroups.Call... calls) {
        return new OpenGroups.Carrier(fitting, List.of(calls));
    }

    private static OpenGroups rank(int rank, List<ProcessGroup> groups, OpenGroups.Carrier... threads) {
        return new OpenGroups(rank, groups, List.of(threads), new CallingThreads(rank, groups.size(), List.of()));
    }

    private static final List<ProcessGroup> TWO = List.of(group("all", 0, 1), group("pair", 0, 1));
    private static final List<Integer> ANY = List.of(0, 1);

    private static Map<Integer, List<Integer>> found(OpenGroups... ranks) {
        Map<Integer, List<Integer>> found = new java.util.TreeMap<>();
        GroupSearch.find(List.of(ranks))
                .forEach((rank, groups) ->
                        found.put(rank, Arrays.stream(groups).boxed().toList()));
        return found;
    }

    @Test
    void nothingIsFoundOfNoRanksAndOfSettledOnes() {
        assertThat(found()).isEmpty();
        assertThat(found(rank(0, TWO), rank(1, TWO))).isEmpty();
        assertThat(found(rank(0, TWO, thread(List.of(1), call(0, 5, MS))))).isEmpty();
    }

    /** Of each rank two threads: types 5 and 7 on the first, 7 on the second. Only in order do they agree. */
    @Test
    void typesTellTheThreadsApart() {
        List<ProcessGroup> groups = List.of(group("all", 0, 1), group("first", 0), group("second", 1));
        // Rank 1 has one thread; it calls what rank 0's second thread calls.
        List<ProcessGroup> ofOne = List.of(group("all", 0, 1), group("second", 1));
        assertThat(found(
                        rank(
                                0,
                                groups,
                                thread(List.of(0, 1), call(0, 5, 10 * MS)),
                                thread(List.of(1), call(1, 7, 11 * MS))),
                        rank(1, ofOne, thread(ANY, call(0, 5, 10 * MS)))))
                .isEqualTo(Map.of(0, List.of(0, 1), 1, List.of(0)));
    }

    /** Each rank's one thread may be of the group of both or of a group of its own: ends 10 us apart are no chance. */
    @Test
    void ranksThatEndTogetherAreOneGroup() {
        List<ProcessGroup> zero = List.of(group("all", 0, 1), group("zero", 0));
        List<ProcessGroup> one = List.of(group("all", 0, 1), group("one", 1));
        assertThat(found(
                        rank(0, zero, thread(ANY, call(0, 5, 10 * MS), call(1, 5, 20 * MS))),
                        rank(1, one, thread(ANY, call(0, 5, 10 * MS + 10_000), call(1, 5, 20 * MS)))))
                .isEqualTo(Map.of(0, List.of(0), 1, List.of(0)));
    }

    /** One rank ended before the other began: they did not meet, so that each is alone. */
    @Test
    void ranksThatDoNotMeetAreApart() {
        List<ProcessGroup> zero = List.of(group("all", 0, 1), group("zero", 0));
        List<ProcessGroup> one = List.of(group("all", 0, 1), group("one", 1));
        assertThat(found(
                        rank(0, zero, thread(ANY, call(0, 5, 10 * MS))),
                        rank(1, one, thread(ANY, call(0, 5, 30 * MS)))))
                .isEqualTo(Map.of(0, List.of(1), 1, List.of(1)));
    }

    /** They overlap, but an all-reduce does not end 5 ms later on one of its ranks than on the other. */
    @Test
    void ranksThatEndFarApartAreApart() {
        List<ProcessGroup> zero = List.of(group("all", 0, 1), group("zero", 0));
        List<ProcessGroup> one = List.of(group("all", 0, 1), group("one", 1));
        assertThat(found(
                        rank(0, zero, thread(ANY, new OpenGroups.Call(0, 5, true, true, 0, 10 * MS))),
                        rank(1, one, thread(ANY, new OpenGroups.Call(0, 5, true, true, 0, 15 * MS)))))
                .isEqualTo(Map.of(0, List.of(1), 1, List.of(1)));
    }

    /** What differs in type or size is no collective of both, however close the ends. */
    @Test
    void differentCollectivesAreOfDifferentGroups() {
        List<ProcessGroup> zero = List.of(group("all", 0, 1), group("zero", 0));
        List<ProcessGroup> one = List.of(group("all", 0, 1), group("one", 1));
        assertThat(found(
                        rank(0, zero, thread(ANY, call(0, 5, 10 * MS))),
                        rank(1, one, thread(ANY, call(0, 7, 10 * MS)))))
                .isEqualTo(Map.of(0, List.of(1), 1, List.of(1)));
    }

    /** Two groups with the same members: nothing says which is which, so that neither is chosen. */
    @Test
    void ambiguousGroupsAreLeftOpen() {
        assertThat(found(
                        rank(0, TWO, thread(ANY, call(0, 5, 10 * MS))), rank(1, TWO, thread(ANY, call(0, 5, 10 * MS)))))
                .isEmpty();
    }

    /** A group has two threads at most: three threads in two groups can be 2 + 1 or 1 + 2, never 3. */
    @Test
    void aGroupHasTwoThreadsAtMost() {
        OpenGroups.Carrier[] three = IntStream.range(0, 3)
                .mapToObj(t -> thread(ANY, call(t, 5, (10 + t) * MS)))
                .toArray(OpenGroups.Carrier[]::new);
        List<List<Integer>> options = new ArrayList<>();
        GroupOption.of(rank(0, TWO, three))
                .forEach(option ->
                        options.add(Arrays.stream(option.groupOf()).boxed().toList()));
        assertThat(options).containsExactly(List.of(0, 0, 1), List.of(0, 1, 1));
    }

    /** A group's calls are in the order in which the rank issued them, whichever thread carried them. */
    @Test
    void callsOfAGroupAreInTheirOrder() {
        GroupOption only = GroupOption.of(rank(
                        0, TWO, thread(List.of(0), call(4, 1, MS), call(2, 2, MS)), thread(List.of(0), call(3, 3, MS))))
                .get(0);
        assertThat(only.of(only.calls().keySet().iterator().next()))
                .extracting(OpenGroups.Call::issued)
                .containsExactly(2, 3, 4);
        assertThat(only.of("no such group")).isEmpty();
    }

    /** 2 of 40 threads' many ways are more than are listed: none is. */
    @Test
    void tooManyWaysAreNone() {
        List<ProcessGroup> many =
                IntStream.range(0, 40).mapToObj(g -> group("g" + g, 0, g + 1)).toList();
        List<Integer> all = IntStream.range(0, 40).boxed().toList();
        assertThat(GroupOption.of(rank(0, many, thread(all, call(0, 5, MS))))).hasSize(40);
        assertThat(GroupOption.of(rank(0, many, thread(all, call(0, 5, MS)), thread(all, call(1, 5, MS)))))
                .isEmpty();
    }
}
