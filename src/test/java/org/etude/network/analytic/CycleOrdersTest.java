// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Orders of a cycle's events against plain arrays of a key per position. */
class CycleOrdersTest {
    /** Plain cycles, and cycles in rows. */
    @Provide
    Arbitrary<EquivalentRanks> cycles() {
        return Arbitraries.of(
                new EquivalentRanks(2, 1, 2),
                new EquivalentRanks(10, 2, 5),
                new EquivalentRanks(8, 1, 8),
                new EquivalentRanks(8, 1, 8, 2),
                new EquivalentRanks(12, 1, 12, 4),
                new EquivalentRanks(18, 2, 9, 3));
    }

    private static int[] keys(CycleOrders orders, long order, int size) {
        int[] keys = new int[size];
        for (int i = 0; i < size; i++) {
            keys[orders.place(order, i)] = orders.key(order, i);
        }
        return keys;
    }

    private static int[] random(Random random, int size) {
        return random.nextInt(3) == 0
                ? random.ints(size, 0, 4).toArray()
                : random.ints(0, 100).distinct().limit(size).toArray();
    }

    @Property(tries = 300)
    void anOrderHasTheKeysItWasMadeOf(@ForAll("cycles") EquivalentRanks cycle, @ForAll long seed) {
        CycleOrders orders = new CycleOrders(cycle);
        Random random = new Random(seed);
        for (int n = 0; n < 4; n++) {
            int[] keys = random(random, cycle.size());
            long order = orders.of(keys.clone());
            assertThat(keys(orders, order, cycle.size())).isEqualTo(keys);
            assertThat(orders.of(keys)).as("once more").isEqualTo(order);
            assertThat(orders.key(order, 0)).isEqualTo(Arrays.stream(keys).min().orElseThrow());
        }
    }

    @Property(tries = 300)
    void movingTakesEveryKeyAlong(
            @ForAll("cycles") EquivalentRanks cycle, @ForAll long seed, @ForAll @IntRange(min = 0, max = 11) int by) {
        CycleOrders orders = new CycleOrders(cycle);
        int[] keys = random(new Random(seed), cycle.size());
        int places = by % cycle.size();
        int[] moved = keys(orders, orders.moved(orders.of(keys), places), cycle.size());
        for (int place = 0; place < cycle.size(); place++) {
            assertThat(moved[cycle.sum(place, places)]).isEqualTo(keys[place]);
        }
    }

    @Property(tries = 300)
    void oneOrderPrecedesAnotherWhereverNoKeyIsLater(@ForAll("cycles") EquivalentRanks cycle, @ForAll long seed) {
        CycleOrders orders = new CycleOrders(cycle);
        Random random = new Random(seed);
        int[] one = random(random, cycle.size());
        int[] other = random.nextBoolean() ? random(random, cycle.size()) : one.clone();
        other[random.nextInt(other.length)] += random.nextInt(3);
        boolean precedes = true;
        for (int place = 0; place < one.length; place++) {
            precedes &= one[place] <= other[place];
        }
        assertThat(orders.precedes(orders.of(one), orders.of(other))).isEqualTo(precedes);
    }

    /** As a stable sort of all events by key. */
    @Property(tries = 300)
    void aBlockRunsByKeyThenAsSimulated(
            @ForAll("cycles") EquivalentRanks cycle,
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 6) int events) {
        CycleOrders orders = new CycleOrders(cycle);
        Random random = new Random(seed);
        long[] block = new long[events];
        List<int[]> all = new ArrayList<>();
        for (int event = 0; event < events; event++) {
            block[event] = orders.of(random(random, cycle.size()));
            for (int i = 0; i < cycle.size(); i++) {
                all.add(new int[] {orders.key(block[event], i), event * cycle.size() + i});
            }
        }
        all.sort(Comparator.comparingInt(entry -> entry[0]));
        assertThat(orders.sequence(block))
                .isEqualTo(all.stream().mapToInt(entry -> entry[1]).toArray());
    }

    /** Rotations are a group: what one does another undoes, and their order does not matter. */
    @Property(tries = 300)
    void rotationsOfRanksAreAGroup(
            @ForAll("cycles") EquivalentRanks cycle,
            @ForAll @IntRange(min = 0, max = 11) int first,
            @ForAll @IntRange(min = 0, max = 11) int second,
            @ForAll @IntRange(min = 0, max = 17) int number) {
        int a = first % cycle.size();
        int b = second % cycle.size();
        int rank = number % cycle.ranks();
        assertThat(cycle.sum(a, b)).isEqualTo(cycle.sum(b, a)).isBetween(0, cycle.size() - 1);
        assertThat(cycle.sum(a, cycle.inverse(a))).isZero();
        assertThat(cycle.moved(cycle.moved(rank, a), b)).isEqualTo(cycle.moved(rank, cycle.sum(a, b)));
        assertThat(cycle.place(cycle.moved(rank, a))).isEqualTo(cycle.sum(cycle.place(rank), a));
        int other = (rank + 1 + first) % cycle.ranks();
        int sender = cycle.sender(rank, other);
        assertThat(cycle.moved(sender, cycle.place(other)))
                .as("as seen from the rank that is simulated for the receiver")
                .isEqualTo(rank);
    }

    @Example
    void theFirstOrderIsThatOfThePositions() {
        CycleOrders orders = new CycleOrders(new EquivalentRanks(4, 1, 4));
        assertThat(orders.of(new int[] {0, 1, 2, 3})).isZero();
        assertThat(orders.of(new int[] {3, 0, 1, 2})).as("moved by one").isEqualTo(1);
        assertThat(orders.of(new int[] {5, 6, 7, 8})).as("other keys").isEqualTo(1L << 32);
    }
}
