// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.nio.file.Path;
import org.etude.link.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads count in the order of their first node, streams by their number. */
class LaneNumbersTest {
    @Test
    void threadsByFirstNodeAndStreamsByNumber() {
        HostSide side = HostSide.of(
                host("b", 5, 0, 10, 1),
                host("a", 2, 20, 10, 2),
                call("cudaLaunchKernel", 2, 25, 1, 7),
                host("c", 5, 40, 10, 3),
                kernel("late stream first", 9, 50, 5, 7),
                kernel("early stream last", 3, 60, 5, 8));
        assertThat(side.hostLanes).isEqualTo(2);
        assertThat(side.nodes.lane[side.node(0)]).isZero();
        assertThat(side.nodes.lane[side.node(1)]).isEqualTo(1);
        assertThat(side.nodes.lane[side.node(3)]).isZero();
        assertThat(side.nodes.lane[side.node(4)]).isEqualTo(1);
        assertThat(side.nodes.lane[side.node(5)]).isZero();
    }

    @Test
    void aStreamIsOneOfItsDevice() {
        HostSide side = HostSide.of(kernel("k", 3, 0, 5, 8), kernel("k", 4, 10, 5, 9));
        assertThat(LaneNumbers.streamKey(side.rank, 0)).isEqualTo(3);
        assertThat(LaneNumbers.streamKey(side.rank, 1)).isEqualTo(4);
    }

    /** Thread 2 of the execution trace is Kineto's thread 20 twice and 10 once; thread 3 has no event at all. */
    @Test
    void aNodeWithoutTimeIsOnTheLaneOfMostNodesOfItsThread(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 2);
        rank.node(10, "a", 2, 10, "tid", 2).op("a", 10, 0, 5, "Record function id", 10);
        rank.node(11, "b", 2, 11, "tid", 2).op("b", 20, 10, 5, "Record function id", 11);
        rank.node(12, "c", 2, 12, "tid", 2).op("c", 20, 20, 5, "Record function id", 12);
        rank.node(13, "unseen", 2, 13, "tid", 2).node(14, "elsewhere", 2, 14, "tid", 3);
        HostSide side = HostSide.of(rank, dir);
        int[] lane = side.nodes.lane;
        assertThat(lane[named(side, "b")]).isEqualTo(1);
        assertThat(lane[named(side, "unseen")]).isEqualTo(1);
        assertThat(lane[named(side, "elsewhere")]).isEqualTo(2);
        assertThat(side.hostLanes).isEqualTo(3);
    }

    /** Of equally many the lane that had them first; nodes of another thread of the trace do not count. */
    @Test
    void ofEqualLanesTheFirstIsTaken(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone().thread(2, 2).thread(3, 3);
        rank.node(10, "a", 2, 10, "tid", 2).op("a", 10, 0, 5, "Record function id", 10);
        rank.node(11, "b", 2, 11, "tid", 2).op("b", 20, 10, 5, "Record function id", 11);
        rank.node(12, "c", 3, 12, "tid", 3).op("c", 20, 20, 5, "Record function id", 12);
        rank.node(13, "unseen", 2, 13, "tid", 2);
        rank.node(14, "unseen too", 3, 14, "tid", 3);
        HostSide side = HostSide.of(rank, dir);
        assertThat(side.nodes.lane[named(side, "unseen")]).isZero();
        assertThat(side.nodes.lane[named(side, "unseen too")]).isEqualTo(1);
        assertThat(side.hostLanes).isEqualTo(2);
    }

    /** Stream 7 of device 1 comes behind stream 9 of device 0. */
    @Test
    void streamsOfTheFirstDeviceComeFirst(@TempDir Path dir) {
        Recording.Rank rank = Recording.alone();
        rank.kernel("far", 7, 0, 5, 8).arg("device", 1).kernel("near", 9, 10, 5, 9);
        HostSide side = HostSide.of(rank, dir);
        assertThat(LaneNumbers.streamKey(side.rank, 0)).isEqualTo((1L << 32) + 7);
        assertThat(side.nodes.lane[named(side, "near")]).isZero();
        assertThat(side.nodes.lane[named(side, "far")]).isEqualTo(1);
    }

    private static int named(HostSide side, String name) {
        for (int i = 0; i < side.nodes.size; i++) {
            if (ParentAssigner.name(side.rank, side.nodes, i).equals(name)) {
                return i;
            }
        }
        throw new AssertionError(name);
    }
}
