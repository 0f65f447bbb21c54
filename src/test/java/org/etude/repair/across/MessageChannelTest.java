// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How the messages from one rank to another pair: by tag and size, then tag, then size, then order. */
class MessageChannelTest {
    private final MessageChannel channel = new MessageChannel();

    private void send(int id, long tag, long size) {
        channel.add(new Message(0, id, id, true, 1, tag, size));
    }

    private void receive(int id, long tag, long size) {
        channel.add(new Message(1, id, id, false, 0, tag, size));
    }

    /** Pairs as {@code send-receive}, {@code !} for exact ones, in the order in which they were made. */
    private List<String> pairs() {
        channel.match();
        return channel.pairs().stream()
                .map(p -> p.send().id() + "-" + p.receive().id() + (p.isExact() ? "!" : ""))
                .toList();
    }

    @Test
    void alikeMessagesPairInOrder() {
        send(1, 5, 100);
        send(2, 5, 100);
        receive(11, 5, 100);
        receive(12, 5, 100);
        assertThat(pairs()).containsExactly("1-11!", "2-12!");
    }

    @Test
    void tagAndSizeGoBeforeOrder() {
        send(1, 5, 100);
        send(2, 6, 100);
        send(3, 5, 200);
        receive(11, 5, 200);
        receive(12, 6, 100);
        receive(13, 5, 100);
        assertThat(pairs()).containsExactlyInAnyOrder("1-13!", "2-12!", "3-11!");
    }

    @Test
    void thenTheTagThenTheSizeDecides() {
        send(1, 5, 100);
        send(2, 6, 70);
        receive(11, 8, 70);
        receive(12, 5, 99);
        assertThat(pairs()).containsExactly("1-12", "2-11");
    }

    @Test
    void whatASideDoesNotKnowFitsAll() {
        send(1, -1, -1);
        receive(11, 4, 100);
        assertThat(pairs()).containsExactly("1-11");
    }

    @Test
    void whatContradictsStaysAlone() {
        send(1, 5, 100);
        receive(11, 6, 99);
        assertThat(pairs()).isEmpty();
        assertThat(channel.sends()).extracting(Message::id).containsExactly(1L);
        assertThat(channel.receives()).extracting(Message::id).containsExactly(11L);
    }

    @Test
    void tagZeroAndSizeZeroAreKnown() {
        send(1, 0, 0);
        receive(11, 0, 0);
        assertThat(pairs()).containsExactly("1-11!");
    }

    @Test
    void whatBothSidesLackIsNotExact() {
        send(1, -1, 100);
        receive(11, -1, 100);
        send(2, 7, -1);
        receive(12, 7, -1);
        assertThat(pairs()).containsExactlyInAnyOrder("1-11", "2-12");
    }
}
