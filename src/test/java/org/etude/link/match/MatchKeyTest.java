// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.etude.link.model.Collective;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

class MatchKeyTest {
    private static RankCall numbered(long number) {
        return new RankCall(3, 0, 0, 0, CollectiveType.ALL_REDUCE, 4, 4, "dp", number, 0, 1, false, 0);
    }

    private static Collective message(CollectiveType type, int peer) {
        return new Collective(0, 0, type, 8, 8, List.of(), "float", "", List.of(), -1, peer, 5, -1, "none", "");
    }

    @Test
    void numberedCallsGoByBlocksOf64() {
        assertThat(MatchKey.group("dp", true, numbered(0))).isEqualTo(MatchKey.group("dp", true, numbered(63)));
        assertThat(MatchKey.group("dp", true, numbered(63)).block()).isZero();
        assertThat(MatchKey.group("dp", true, numbered(64)).block()).isEqualTo(1);
    }

    @Test
    void callsInOrderHaveOneKey() {
        assertThat(MatchKey.group("dp", false, numbered(0))).isEqualTo(MatchKey.group("dp", false, numbered(640)));
    }

    /** Rank 2 sends to 7 exactly when 7 receives from 2. */
    @Test
    void bothEndsOfAMessageHaveOneKey() {
        MatchKey sent = MatchKey.channel(2, message(CollectiveType.SEND, 7));
        assertThat(sent).isEqualTo(MatchKey.channel(7, message(CollectiveType.RECV, 2)));
        assertThat(sent).isNotEqualTo(MatchKey.channel(2, message(CollectiveType.RECV, 7)));
        assertThat(sent.text()).isEqualTo("MESSAGE 0 from 2 to 7 tag 5");
    }

    @Test
    void textNamesTheKind() {
        for (MatchKey.Kind kind : MatchKey.Kind.values()) {
            assertThat(MatchKey.kind(new MatchKey(kind, "a b", 3).text())).isEqualTo(kind);
        }
    }

    @Test
    void keysAreOrderedByKindNameAndBlock() {
        MatchKey first = new MatchKey(MatchKey.Kind.NUMBERED, "b", 9);
        MatchKey second = new MatchKey(MatchKey.Kind.ORDERED, "a", 2);
        MatchKey third = new MatchKey(MatchKey.Kind.ORDERED, "a", 10);
        MatchKey fourth = new MatchKey(MatchKey.Kind.ORDERED, "b", 0);
        assertThat(Stream.of(fourth, third, second, first).sorted()).containsExactly(first, second, third, fourth);
        assertThat(second).isEqualByComparingTo(new MatchKey(MatchKey.Kind.ORDERED, "a", 2));
    }
}
