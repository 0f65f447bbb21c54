// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.timed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.etude.spec.TransferTimes;
import org.junit.jupiter.api.Test;

/** Four ranks that send at once take twice as long as two; a collective of four was timed so. */
class SharedNetworkTest {
    private record Alarm(long at, long number) {}

    private final List<String> ended = new ArrayList<>();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
    private long now;

    private final TransferTimes times = new TransferTimes() {
        @Override
        public Answer of(String type, int ranks, long bytes, String backend) {
            return Answer.same(bytes * (ranks == 4 ? 2 : 1), "");
        }

        @Override
        public double crowding(int senders) {
            return senders <= 2 ? 1 : senders / 2.0;
        }

        @Override
        public String digest() {
            return "";
        }
    };

    private final SharedNetwork network = new SharedNetwork(
            times,
            new TimedTransfers.Run() {
                @Override
                public long now() {
                    return now;
                }

                @Override
                public void end(int rank, int node, long delayNs) {
                    ended.add(rank + " at " + (now + delayNs));
                }

                @Override
                public void met(int rank, int node) {}

                @Override
                public void inferred(String what, String from) {}
            },
            (delay, number) -> alarms.add(new Alarm(now + delay, number)));

    private final TimedTransfers transfers = network.transfers();

    /** Lets the time pass, up to this one. */
    private void until(long time) {
        while (!alarms.isEmpty() && alarms.peek().at <= time) {
            Alarm alarm = alarms.remove();
            now = alarm.at;
            network.due(alarm.number);
        }
        now = time;
    }

    private void pair(int first, long bytes) {
        transfers.collective(first, 2, "all_reduce", bytes, "", first, 1);
        transfers.collective(first, 2, "all_reduce", bytes, "", first + 1, 1);
    }

    @Test
    void aPairAloneTakesItsTime() {
        pair(0, 100);
        until(1000);
        assertThat(ended).containsExactly("0 at 100", "1 at 100");
    }

    /** Alone until 50, at half the pace until the first has done its other 50 at 150; the second has 50 left then. */
    @Test
    void twoPairsShareTheNetworkWhileBothSend() {
        pair(0, 100);
        until(50);
        pair(2, 100);
        until(1000);
        assertThat(ended).containsExactly("0 at 150", "1 at 150", "2 at 200", "3 at 200");
    }

    /** That of four takes its own 200 and 50 more while a message of 100 is on its way, which takes 2.5 times as long. */
    @Test
    void aGroupOfAllTakesTheTimeMeasured() {
        for (int rank = 0; rank < 4; rank++) {
            transfers.collective(9, 4, "all_reduce", 100, "", rank, 1);
        }
        until(500);
        assertThat(ended).containsExactly("0 at 200", "1 at 200", "2 at 200", "3 at 200");
        ended.clear();
        transfers.send(1, 0, 1, 100, 5, false);
        transfers.receive(1, 0, 1, 100, 5);
        for (int rank = 0; rank < 4; rank++) {
            transfers.collective(9, 4, "all_reduce", 100, "", rank, 1);
        }
        until(2000);
        assertThat(ended).containsExactly("0 at 750", "1 at 750", "0 at 750", "1 at 750", "2 at 750", "3 at 750");
    }

    /** The second of a pair begins when the first has left the link, at 200, and has it alone from 300 on. */
    @Test
    void whatWaitsForItsLinkDoesNotSend() {
        pair(2, 150);
        pair(0, 100);
        pair(0, 100);
        until(1000);
        assertThat(ended).containsExactly("0 at 200", "1 at 200", "2 at 300", "3 at 300", "0 at 350", "1 at 350");
    }

    @Test
    void oneLinkIsInUseWhenOneRankSendsToAll() {
        assertThat(SharedNetwork.senders("broadcast", 4)).isEqualTo(1);
        assertThat(SharedNetwork.senders("scatter", 4)).isEqualTo(1);
        assertThat(SharedNetwork.senders(TransferTimes.MESSAGE, 2)).isEqualTo(1);
        assertThat(SharedNetwork.senders("all_gather", 4)).isEqualTo(4);
    }
}
