// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.Recording;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link NameMatcher}, {@link ThreadPairs} and {@link LeftoverMatcher}: nodes and events without common ids, shown as node id and
 * start in us. Each case is one that an alignment by name alone, or in another order, would decide differently.
 */
class NameMatcherTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    private final Recording.Rank rank = Recording.alone().thread(1, 1).thread(2, 2);

    private Map<Long, Long> matched() {
        HostSide side = HostSide.of(rank, dir);
        HostTrace host = side.rank.host();
        DeviceTrace device = side.rank.device();
        Map<Long, Long> starts = new TreeMap<>();
        for (int i = 0; i < host.size(); i++) {
            int event = side.rank.match().eventOf[i];
            if (event >= 0) {
                starts.put(host.id(i), device.startNanos(event) / 1000);
            }
        }
        return starts;
    }

    /** A node of thread 1 or 2 of the execution trace, outside of other operators. */
    private void node(long id, String name, int thread) {
        rank.node(id, name, thread, 0, "tid", thread);
    }

    @Test
    void threadsPairByTheNamesTheyShare() {
        node(10, "a", 1);
        node(11, "shared", 1);
        node(12, "b", 1);
        node(20, "x", 2);
        node(21, "shared", 2);
        node(22, "y", 2);
        rank.op("x", 50, 0, 5).op("shared", 50, 10, 5).op("y", 50, 20, 5);
        rank.op("a", 60, 100, 5).op("shared", 60, 110, 5).op("b", 60, 120, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 100L, 11L, 110L, 12L, 120L, 20L, 0L, 21L, 10L, 22L, 20L));
    }

    /** A name that occurs once on one side counts once, however often it occurs on the other. */
    @Test
    void aNameCountsAsOftenAsBothHaveIt() {
        node(10, "once", 1);
        node(11, "a", 1);
        node(12, "b", 1);
        rank.op("once", 50, 0, 5);
        for (int k = 1; k < 9; k++) {
            rank.op("once", 50, 10 * k, 5);
        }
        rank.op("a", 60, 200, 5).op("b", 60, 210, 5).op("once", 60, 190, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 190L, 11L, 200L, 12L, 210L));
    }

    /** 20 and 21 common names are within a tenth: the thread that appears first gets the lane that does, not the best one. */
    @Test
    void threadsOfAPoolPairInOrderOfAppearance() {
        pool(10, 1, 20);
        pool(40, 2, 21);
        rank.op("unknown", 60, 0, 5);
        work(60, 1000, 20);
        work(50, 20, 21);
        Map<Long, Long> starts = matched();
        assertThat(starts).hasSize(41);
        assertThat(starts.get(10L))
                .as("lane 50 comes first, since no thread knows the name before")
                .isLessThan(1000);
        assertThat(starts.get(45L)).isGreaterThanOrEqualTo(1000);
    }

    /** 20 and 30 common names are not. */
    @Test
    void aClearlyBetterScoreGoesBeforeAppearance() {
        pool(10, 1, 20);
        pool(40, 2, 30);
        work(50, 0, 30);
        work(60, 1000, 20);
        Map<Long, Long> starts = matched();
        assertThat(starts).hasSize(50);
        assertThat(starts.get(10L)).isEqualTo(1000);
        assertThat(starts.get(40L)).isZero();
    }

    private void pool(long firstId, int thread, int count) {
        for (int k = 0; k < count; k++) {
            node(firstId + k, "work", thread);
        }
    }

    private void work(int lane, double at, int count) {
        for (int k = 0; k < count; k++) {
            rank.op("work", lane, at + 10 * k, 5);
        }
    }

    /** One pair found by id outweighs all names. */
    @Test
    void threadsThatShareAnIdArePairs() {
        rank.node(10, "a", 1, 10, "tid", 1);
        node(11, "work", 1);
        node(12, "work", 1);
        rank.op("work", 50, 0, 5).op("work", 50, 10, 5);
        rank.op("a", 60, 100, 5, "Record function id", 10).op("work", 60, 110, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 100L, 11L, 110L, 12L, 0L));
    }

    /** Of two equal names the one under the same caller is meant. */
    @Test
    void theCallerDecidesBetweenEqualNames() {
        node(10, "caller", 1);
        rank.node(11, "callee", 10, 0, "tid", 1);
        node(12, "callee", 1);
        rank.op("caller", 50, 0, 5).op("callee", 50, 20, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 12L, 20L));
    }

    @Test
    void theCallerDecidesForTheFirstToo() {
        node(10, "caller", 1);
        rank.node(11, "callee", 10, 0, "tid", 1);
        node(12, "callee", 1);
        rank.op("caller", 50, 0, 15).op("callee", 50, 5, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 5L));
    }

    /** Pairs found by id divide a thread: what comes before one is not matched to what comes after it. */
    @Test
    void pairsFoundByIdDivideAThread() {
        node(10, "work", 1);
        rank.node(11, "known", 1, 11, "tid", 1);
        node(12, "work", 1);
        rank.op("known", 50, 10, 5, "Record function id", 11).op("work", 50, 20, 5);
        assertThat(matched()).isEqualTo(Map.of(11L, 10L, 12L, 20L));
    }

    @Test
    void pairsFoundByIdDivideAThreadBeforeThemToo() {
        node(10, "work", 1);
        rank.node(11, "known", 1, 11, "tid", 1);
        node(12, "work", 1);
        rank.op("work", 50, 0, 5).op("known", 50, 10, 5, "Record function id", 11);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 10L));
    }

    /** As gloo's work, which a worker thread does: as many as there are nodes, so in order. */
    @Test
    void equallyManyOnOtherThreadsAreMatchedInOrder() {
        node(10, "first", 1);
        node(11, "gloo:barrier", 1);
        node(12, "gloo:barrier", 1);
        rank.op("first", 50, 0, 5).op("gloo:barrier", 60, 8, 5).op("gloo:barrier", 61, 4, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 4L, 12L, 8L));
    }

    /** Two collectives run in another order than they were called; their sizes tell which is which. */
    @Test
    void ofCollectivesTheSizeDecides() throws IOException {
        node(10, "first", 1);
        allReduce(11, 8);
        allReduce(12, 16);
        rank.op("first", 50, 0, 5);
        ran(60, 4, 16);
        ran(61, 9, 8);
        assertThat(matched()).isEqualTo(Map.of(10L, 0L, 11L, 9L, 12L, 4L));
    }

    private void allReduce(long id, int elements) {
        node(id, "gloo:all_reduce", 1);
        rank.inputs(
                "[[%d, %d, 0, %d, 4, \"cpu\"]]".formatted(id, id, elements),
                "[[%d]]".formatted(elements),
                "[\"Tensor(float)\"]");
    }

    private void ran(int lane, double at, int elements) throws IOException {
        rank.op("gloo:all_reduce", lane, at, 2)
                .arg("Input Dims", JSON.readTree("[[%d]]".formatted(elements)))
                .arg("Input type", JSON.readTree("[\"float\"]"));
    }

    /** Two nodes for five events: each takes the first one between its matched neighbours, or within a millisecond of them. */
    @Test
    void ofTooManyTheFirstBetweenTheNeighboursIsTaken() {
        node(10, "a", 1);
        node(11, "gloo:barrier", 1);
        node(12, "b", 1);
        node(13, "gloo:barrier", 1);
        node(14, "c", 1);
        rank.op("a", 50, 10_000, 5).op("b", 50, 20_000, 5).op("c", 50, 30_000, 5);
        for (double at : new double[] {8_999, 9_001, 10_500, 21_500, 25_000}) {
            rank.op("gloo:barrier", 60, at, 5);
        }
        assertThat(matched()).isEqualTo(Map.of(10L, 10_000L, 11L, 9_001L, 12L, 20_000L, 13L, 21_500L, 14L, 30_000L));
    }

    @Test
    void anEventMoreThanAMillisecondAfterTheNextNeighbourIsNot() {
        node(10, "a", 1);
        node(11, "gloo:barrier", 1);
        node(12, "b", 1);
        rank.op("a", 50, 10_000, 5).op("b", 50, 20_000, 5);
        rank.op("gloo:barrier", 60, 21_001, 5).op("gloo:barrier", 60, 8_000, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 10_000L, 12L, 20_000L));
    }

    @Test
    void anEventAMillisecondAfterTheNextNeighbourIsTaken() {
        node(10, "a", 1);
        node(11, "gloo:barrier", 1);
        node(12, "b", 1);
        rank.op("a", 50, 10_000, 5).op("b", 50, 20_000, 5);
        rank.op("gloo:barrier", 60, 21_000, 5).op("gloo:barrier", 60, 8_000, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 10_000L, 11L, 21_000L, 12L, 20_000L));
    }

    /** Behind the last matched neighbour there is no limit, and no event is taken twice. */
    @Test
    void afterTheLastNeighbourAnyLaterEventIsTakenOnce() {
        node(10, "a", 1);
        node(11, "gloo:barrier", 1);
        node(12, "gloo:barrier", 1);
        rank.op("a", 50, 10_000, 5);
        rank.op("gloo:barrier", 60, 5_000, 5).op("gloo:barrier", 60, 50_000, 5).op("gloo:barrier", 60, 90_000, 5);
        assertThat(matched()).isEqualTo(Map.of(10L, 10_000L, 11L, 50_000L, 12L, 90_000L));
    }
}
