// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.repair.Graphs;
import org.etude.sim.spec.Cases;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The collectives of a rank by group, what makes two sequences alike, and what simulators can run. */
class CallsTest {
    private static final int REDUCE = CollectiveType.ALL_REDUCE.number();
    private static final int GATHER = CollectiveType.ALL_GATHER.number();

    /** Calls by type and size in turn, each after a piece of work. */
    private static Calls calls(long... typesAndSizes) {
        Calls calls = new Calls();
        for (int k = 0; k < typesAndSizes.length; k += 2) {
            calls.add(k, (int) typesAndSizes[k], typesAndSizes[k + 1], k);
        }
        return calls;
    }

    /** Each call as "node: type size after work". */
    private static List<String> texts(Calls calls) {
        return IntStream.range(0, calls.count())
                .mapToObj(c -> calls.node(c) + ": " + CollectiveType.ofNumber(calls.type(c)) + " " + calls.size(c)
                        + " after " + calls.progress(c))
                .toList();
    }

    /** In feeder order; "" and "0" are the whole job; work counts up to each call, messages do not. */
    @Test
    void callsAreGroupedAndNumberedByTheWorkBeforeThem() {
        EtGraph graph = Cases.graph(
                Cases.work(1, 5),
                Cases.collective(2, REDUCE, 100, 1),
                Cases.work(3, 5, 2),
                Cases.send(4, 1, 8, 0, 3),
                Cases.grouped(5, GATHER, 50, "7", 4),
                Cases.grouped(6, REDUCE, -9, "0", 5),
                Cases.grouped(7, 77, 20, "tp", 6));
        Map<String, Calls> calls = Calls.of(graph);
        assertThat(calls.keySet()).containsExactly("tp", "0", "7");
        assertThat(texts(calls.get("0"))).containsExactly("1: ALL_REDUCE 100 after 1", "5: ALL_REDUCE -1 after 2");
        assertThat(texts(calls.get("7"))).containsExactly("4: ALL_GATHER 50 after 2");
        assertThat(texts(calls.get("tp"))).containsExactly("6: null 20 after 2");
    }

    @Test
    void aRankWithoutCollectivesHasNoCalls() {
        assertThat(Calls.of(Graphs.of(Graphs.comp(1), Graphs.comp(2, 1)))).isEmpty();
    }

    /** Where in the work a call is does not matter, nor which node it is. */
    @Test
    void sequencesOfEqualTypesAndSizesAreAlike() {
        Calls own = calls(REDUCE, 100, GATHER, 50);
        Calls elsewhere = new Calls();
        elsewhere.add(70, REDUCE, 100, 30);
        elsewhere.add(71, GATHER, 50, 31);
        assertThat(own.isLike(own)).isTrue();
        assertThat(own.isLike(elsewhere)).isTrue();
        assertThat(own.hash()).isEqualTo(elsewhere.hash()).isNotZero();
        assertThat(own.print()).isEqualTo(elsewhere.print()).hasSize(64);
        for (Calls other : List.of(
                calls(REDUCE, 100),
                calls(GATHER, 50, REDUCE, 100),
                calls(REDUCE, 101, GATHER, 50),
                calls(GATHER, 100, GATHER, 50),
                calls(REDUCE, 100, GATHER, 50, GATHER, 50))) {
            assertThat(own.isLike(other)).isFalse();
            assertThat(own.hash()).isNotEqualTo(other.hash());
            assertThat(own.print()).isNotEqualTo(other.print());
        }
    }

    /** A hash that was asked for is that of the calls added since, too. */
    @Test
    void theHashFollowsWhatIsAdded() {
        Calls calls = calls(REDUCE, 100);
        int before = calls.hash();
        calls.add(2, GATHER, 50, 2);
        assertThat(calls.hash())
                .isNotEqualTo(before)
                .isEqualTo(calls(REDUCE, 100, GATHER, 50).hash());
    }

    /** The SHA-256 of no byte, and of type and size as four and eight bytes. */
    @Test
    void theDigestIsThatOfTypesAndSizes() {
        assertThat(calls().print()).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(calls(0, 0).print()).isEqualTo("15ec7bf0b50732b49f8228e07d24365338f9e3ab994b00af08e5a3bffe55fd8b");
    }

    @Test
    void whatIsSentHasNoNodes() {
        Calls again = calls(REDUCE, 100, GATHER, 50).sent().calls();
        assertThat(texts(again)).containsExactly("-1: ALL_REDUCE 100 after 0", "-1: ALL_GATHER 50 after 2");
    }

    /** ASTRA-sim runs four collectives with bytes, and replays broadcasts; other simulators need a type and a size. */
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 8, true, true",
        "ALL_GATHER, 8, true, true",
        "ALL_TO_ALL, 8, true, true",
        "REDUCE_SCATTER, 8, true, true",
        "ALL_REDUCE, 0, true, false",
        "ALL_REDUCE, -1, false, false",
        "BROADCAST, 0, true, true",
        "BARRIER, 0, true, false",
        "REDUCE, 8, true, false",
        "GATHER, 8, true, false"
    })
    void callsAreSoundIfSimulatorsRunThem(CollectiveType type, long size, boolean sound, boolean astraSim) {
        Calls calls = calls(REDUCE, 100, type.number(), size);
        assertThat(calls.isSound(false)).isEqualTo(sound);
        assertThat(calls.isSound(true)).isEqualTo(astraSim);
    }

    @Test
    void aCallOfUnknownTypeIsNotSound() {
        assertThat(calls(Calls.UNKNOWN, 100).isSound(false)).isFalse();
        assertThat(calls().isSound(true)).isTrue();
    }
}
