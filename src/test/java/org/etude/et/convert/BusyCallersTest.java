// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.link.Recording;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A send and a receive over gloo, posted together; the program then does nothing that is recorded until 6,000 us. */
class BusyCallersTest {
    private static final int HOST = 1;
    private static final long UNKNOWN = -1;

    @TempDir
    Path dir;

    private final Recording.Rank rank = new Recording(1).rank(0).thread(2, HOST);

    private void message(long id, String type, double at, double end) {
        String values = "[[[1, 1, 0, 4, 4, \"cpu\"]], \"<Object>\", 1, 0]";
        rank.op(id, "c10d::" + (type.equals("send") ? type : "recv_"), 2, HOST, at, 10)
                .inputs(values, "[[[4]], [], [], []]", "[\"GenericList[Tensor(float)]\", \"\", \"Int\", \"Int\"]");
        rank.node(id + 1, "gloo:" + type, id, id + 1, "tid", HOST)
                .inputs("[[1, 1, 0, 4, 4, \"cpu\"]]", "[[4]]", "[\"Tensor(float)\"]")
                .op("gloo:" + type, HOST, at + 5, end - at - 5, "Record function id", id + 1);
    }

    /** The slices, by their start in us, that wait for each message, given when the send's receiver had it. */
    private long[] waits(long receivedMicros) {
        LinkedRank linked = rank.link(dir);
        BackendThreads backend = new BackendThreads(linked);
        WorkNodes work = new WorkNodes(linked, new CommJudge());
        HostTimeline host = new HostTimeline(linked, new long[0], new SideThreads(linked, backend).elsewhere(), 1_000);
        TreeMap<Integer, RankTransfers.Timing> timings = new TreeMap<>();
        for (int k = 0; k < work.size(); k++) {
            boolean known =
                    receivedMicros != UNKNOWN && linked.name(work.node(k)).equals("gloo:send");
            timings.put(
                    work.node(k),
                    new RankTransfers.Timing(
                            0, known ? host.start(0) + receivedMicros * 1000 + 7 : RankTransfers.UNKNOWN));
        }
        RankTransfers.of(timings, List.of()).over(work, 7);
        BusyCallers busy = new BusyCallers(work, host, backend);
        HostWaits waits = new HostWaits(linked, work, host, backend, busy);
        long[] starts = new long[work.size()];
        for (int k = 0; k < starts.length; k++) {
            int slice = waits.slice(k);
            starts[k] = (host.start(slice) - host.start(0)) / 1000;
            assertThat(busy.in(host.previous(slice))).isEqualTo(starts[k] == 6000);
        }
        return starts;
    }

    private void both(double sent, double received) {
        message(10, "send", 0, sent);
        message(20, "recv", 20, received);
        rank.op(30, "aten::add_", 2, HOST, 6000, 10);
    }

    /** Its receiver had the send at 3,000, so who notes its end at 5,900 was not waiting for it until then. */
    @Test
    void aGapThatEndsWithASendThatWasOverIsNoWait() {
        both(5900, 5950);
        assertThat(waits(3000)).containsExactly(6000, 6000);
    }

    @Test
    void otherwiseItWaits() {
        both(5900, 5950);
        assertThat(waits(UNKNOWN)).containsExactly(30, 30);
    }

    /** A thread that must be woken notes the end later, too. */
    @Test
    void aReceiverThatHadItShortlyBeforeTellsNothing() {
        both(5900, 5950);
        assertThat(waits(5600)).containsExactly(30, 30);
    }

    /** The program waited for the receive first, and then found the send over. */
    @Test
    void aSendThatIsNotTheFirstTellsNothing() {
        both(5950, 5900);
        assertThat(waits(3000)).containsExactly(30, 30);
    }
}
