// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.etude.link.Recording;
import org.etude.link.model.Collective;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of gloo's collectives, which name none, from the threads that carry them. */
class GroupThreadsTest {
    private static final int HOST = 10;

    @TempDir
    Path dir;

    private final Recording.Rank job =
            new Recording(4).rank(0).group("0", 0, 1, 2, 3).group("1", 0, 2).group("2", 0, 1);
    private int at = 100;

    private void allReduce(int thread) {
        call("c10d::allreduce_", "gloo:all_reduce", thread, 8);
    }

    private void allGather(int thread, int ranks) {
        call("c10d::_allgather_base_", "gloo:all_gather", thread, 8 * ranks, 8);
    }

    private void call(String operator, String work, int thread, int... elements) {
        operation(operator, HOST, elements);
        operation(work, thread, elements[elements.length - 1]);
    }

    private void operation(String name, int thread, int... elements) {
        List<List<Integer>> dims = Arrays.stream(elements).mapToObj(List::of).toList();
        List<String> types = dims.stream().map(d -> "float").toList();
        job.op(name, thread, at, 50, "Input Dims", dims, "Input type", types, "Concrete Inputs", List.of());
        at += 100;
    }

    private List<String> groups() {
        return job.link(dir).collectives().stream().map(Collective::groupName).toList();
    }

    @Test
    void threadsBeginInTheOrderOfTheGroupsTwoForEach() {
        allGather(21, 4);
        allGather(20, 4);
        allReduce(31);
        allReduce(30);
        allGather(40, 2);
        allGather(41, 2);
        assertThat(groups()).containsExactly("0", "0", "1", "1", "2", "2");
        assertThat(job.link(dir).collectives().get(2).groupRanks()).containsExactly(0, 2);
        assertThat(job.link(dir).collectives().get(2).groupSize()).isEqualTo(2);
    }

    @Test
    void aGroupThatCarriedNothingHasNoThread() {
        allGather(20, 2);
        allGather(21, 2);
        allReduce(31);
        allGather(30, 2);
        assertThat(groups()).containsExactly("1", "1", "2", "2");
    }

    /** One thread of the second pair may be of the first group, whose other one has nothing to do. */
    @Test
    void halfAPairLeavesTheQuestionOpen() {
        allGather(20, 2);
        allGather(21, 2);
        allGather(30, 2);
        assertThat(groups()).containsOnly("");
    }

    @Test
    void whatSeveralGroupsMayHaveCarriedStaysUnnamed() {
        allReduce(20);
        allGather(30, 2);
        assertThat(groups()).containsExactly("", "");
    }

    @Test
    void sizesThatNoGroupHasNameNothing() {
        allGather(20, 3);
        allGather(30, 4);
        assertThat(groups()).containsExactly("", "");
    }

    @Test
    void moreThreadsThanTheGroupsHaveNameNothing() {
        for (int thread = 20; thread < 27; thread++) {
            allReduce(thread);
        }
        assertThat(groups()).containsOnly("");
    }
}
