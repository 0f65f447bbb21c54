// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import org.etude.link.HalfSizedJob;
import org.etude.link.Recording;
import org.etude.link.model.CollectiveMatch;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.report.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sizes that only one end of a message states. */
class MessageSizesTest {
    @TempDir
    Path dir;

    private final HalfSizedJob job = new HalfSizedJob();

    private static List<String> sizes(LinkedRank rank) {
        return rank.collectives().stream()
                .map(c -> c.type() + " " + c.inBytes() + " " + c.outBytes() + " " + c.notes())
                .toList();
    }

    @Test
    void theOtherEndTellsTheSize() {
        LinkedSet linked = job.recording.link(dir);
        String one = "one of 4 messages of one kernel";
        assertThat(sizes(linked.ranks().get(0)))
                .containsExactly(
                        "SEND 12000 0 " + one,
                        "RECV 0 4000 " + one + "; size from the other end",
                        "SEND 2000 0 " + one + "; size from the other end",
                        "RECV -1 -1 " + one);
        assertThat(sizes(linked.ranks().get(1)))
                .containsExactly(
                        "RECV 0 12000 " + one + "; size from the other end",
                        "SEND 4000 0 " + one,
                        "RECV 0 2000 " + one,
                        "SEND -1 -1 " + one);
        assertThat(linked.report().findings())
                .extracting(Finding::rank, Finding::what)
                .contains(
                        tuple(0, "2 messages have their sizes from the other end"),
                        tuple(1, "1 message has its size from the other end"));
    }

    /** Which of them is missing is not known. */
    @Test
    void channelsWithUnlikeNumbersOfMessagesTellNothing() {
        Recording.Rank second = job.recording.rank(1);
        HalfSizedJob.call(second, 210, "send", 700, 0);
        second.call("cudaLaunchKernelExC", 1, 250, 5, 12).kernel("ncclDevKernel_SendRecv(x)", 20, 260, 70, 12);
        assertThat(sizes(job.recording.link(dir).ranks().get(0)).get(1)).startsWith("RECV -1 -1 ");
    }

    private static List<String> plain(LinkedRank rank) {
        return rank.collectives().stream()
                .map(c -> c.groupName() + " " + c.inBytes() + " " + c.outBytes())
                .toList();
    }

    @Test
    void messagesOfTwoGroupsHaveTheirOwnOrder() {
        LinkedSet linked = HalfSizedJob.receivedInAnotherOrder().link(dir);
        assertThat(plain(linked.ranks().get(1))).containsExactly("cp 0 20000", "pp 0 4000", "pp 0 4000");
        assertThat(CollectiveMatcher.match(linked).matches())
                .allMatch(CollectiveMatch::sameSize)
                .extracting(match ->
                        match.groupName() + " " + match.members().get(1).node())
                .containsExactly(
                        "pp " + linked.ranks().get(1).collectives().get(1).node(),
                        "cp " + linked.ranks().get(1).collectives().get(0).node(),
                        "pp " + linked.ranks().get(1).collectives().get(2).node());
    }

    @Test
    void endsThatDisagreeTellNothing() {
        assertThat(plain(HalfSizedJob.disagreeing().link(dir).ranks().get(1))).containsExactly("pp -1 -1", "pp 0 4000");
    }

    @Test
    void oneRankMayStateAllSizes() {
        assertThat(plain(HalfSizedJob.oneSided().link(dir).ranks().get(1))).containsExactly("pp 0 12000", "pp 4000 0");
    }

    /** The k-th send is the k-th receive, whatever each rank calls the group. */
    @Test
    void groupsOfWhichTheEndsShareNoNameAreOne() {
        Recording recording = HalfSizedJob.inTwoGroups();
        HalfSizedJob.alone(recording.rank(0), 0, "send", 1000, 1, "pp");
        HalfSizedJob.alone(recording.rank(1), 0, "recv", -1, 0, "cp");
        assertThat(plain(recording.link(dir).ranks().get(1))).containsExactly("cp 0 4000");
    }
}
