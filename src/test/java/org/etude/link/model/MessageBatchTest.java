// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** How the messages of one kernel share its time. */
class MessageBatchTest {
    private static Collective message(CollectiveType type, int peer, long bytes) {
        boolean send = type == CollectiveType.SEND;
        return new Collective(
                5, 0, type, send ? bytes : 0, send ? 0 : bytes, List.of(), "", "0", List.of(), 4, peer, -1, -1, "", "");
    }

    private static List<String> times(MessageBatch batch, long nanos) {
        return IntStream.range(0, batch.size())
                .mapToObj(m -> batch.before(m) + " " + batch.from(m, nanos) + " " + batch.until(m, nanos) + " "
                        + batch.part(m, nanos))
                .toList();
    }

    @Test
    void messagesOfOneConnectionFollowEachOtherAndOthersRunAtOnce() {
        MessageBatch batch = new MessageBatch(List.of(
                message(CollectiveType.SEND, 1, 300),
                message(CollectiveType.RECV, 1, 700),
                message(CollectiveType.SEND, 2, 500),
                message(CollectiveType.SEND, 1, 100),
                message(CollectiveType.RECV, 1, 10),
                message(CollectiveType.SEND, 1, 100)));
        assertThat(times(batch, 1000))
                .containsExactly(
                        "-1 0 600 300",
                        "-1 0 986 1000",
                        "-1 0 1000 500",
                        "0 600 800 100",
                        "1 986 1000 1000",
                        "3 800 1000 100");
        assertThat(batch.sends()).isTrue();
        assertThat(batch.isSend(0)).isTrue();
        assertThat(batch.isSend(1)).isFalse();
        assertThat(batch.get(3).inBytes()).isEqualTo(100);
    }

    /** The first of them takes the time. */
    @Test
    void emptySendsHaveATimeOfTheirOwn() {
        MessageBatch batch =
                new MessageBatch(Arrays.asList(message(CollectiveType.SEND, 1, 0), message(CollectiveType.SEND, 1, 0)));
        assertThat(times(batch, 1000)).containsExactly("-1 0 1000 1000", "0 1000 1000 0");
    }

    @Test
    void aMessageOfUnknownPeerOrSizeIsTakenForAlone() {
        MessageBatch batch = new MessageBatch(List.of(
                message(CollectiveType.SEND, -1, 300),
                message(CollectiveType.SEND, 1, 700),
                message(CollectiveType.SEND, -1, 1000),
                message(CollectiveType.SEND, 1, -1)));
        assertThat(times(batch, 1000))
                .containsExactly("-1 0 1000 150", "-1 0 1000 350", "-1 0 1000 500", "1 1000 1000 0");
    }

    @Test
    void receivesAloneSendNothing() {
        MessageBatch batch = new MessageBatch(List.of(message(CollectiveType.RECV, 3, 8)));
        assertThat(batch.sends()).isFalse();
        assertThat(times(batch, 7)).containsExactly("-1 0 7 7");
    }
}
