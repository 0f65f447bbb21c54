// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.et.convert.FakeRank;
import org.etude.link.match.OpenTransfers.Kind;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Sends and receives of a rank whose peer is not known: how many are alike. */
class OpenTransfersTest {
    private static final int UNKNOWN = -1;

    private final FakeRank rank = new FakeRank(3);

    private void transfer(CollectiveType type, String group, long in, long out, int peer) {
        int node = rank.add(NodeKind.COMM_KERNEL, "k", 10 * rank.size(), 5, 7, -1);
        rank.transfer(node, type, in, out, group, peer, -1);
    }

    @Test
    void thoseOfOneGroupDirectionAndSizeAreOneRow() {
        transfer(CollectiveType.SEND, "pp", 64, -1, UNKNOWN);
        transfer(CollectiveType.RECV, "pp", -1, 64, UNKNOWN);
        transfer(CollectiveType.SEND, "pp", 64, -1, UNKNOWN);
        transfer(CollectiveType.SEND, "pp", 128, -1, UNKNOWN);
        transfer(CollectiveType.SEND, "tp", 64, -1, UNKNOWN);
        transfer(CollectiveType.SEND, "pp", 64, -1, 0);
        transfer(CollectiveType.ALL_REDUCE, "pp", 64, 64, UNKNOWN);
        OpenTransfers open = OpenTransfers.of(rank);
        assertThat(open.rank()).isEqualTo(3);
        assertThat(open.kinds())
                .containsExactly(
                        new Kind(CollectiveType.SEND, "pp", 64, 2),
                        new Kind(CollectiveType.RECV, "pp", 64, 1),
                        new Kind(CollectiveType.SEND, "pp", 128, 1),
                        new Kind(CollectiveType.SEND, "tp", 64, 1));
    }

    @Test
    void theCountOfThoseLikeOneIsOfItsGroupAndSizeInTheDirectionAskedFor() {
        transfer(CollectiveType.SEND, "pp", 64, -1, UNKNOWN);
        transfer(CollectiveType.SEND, "pp", 64, -1, UNKNOWN);
        transfer(CollectiveType.RECV, "pp", -1, 64, UNKNOWN);
        transfer(CollectiveType.RECV, "pp", -1, 65, UNKNOWN);
        transfer(CollectiveType.RECV, "tp", -1, 64, UNKNOWN);
        OpenTransfers open = OpenTransfers.of(rank);
        var send = rank.collectives().get(0);
        assertThat(open.count(send, CollectiveType.SEND)).isEqualTo(2);
        assertThat(open.count(send, CollectiveType.RECV)).isEqualTo(1);
        assertThat(open.count(rank.collectives().get(3), CollectiveType.SEND)).isZero();
    }
}
