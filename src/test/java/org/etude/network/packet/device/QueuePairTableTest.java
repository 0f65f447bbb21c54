// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The order of libstdc++'s {@code unordered_map} of whole numbers, by hand and against a plain list that follows its rules. */
class QueuePairTableTest {
    private final QueuePairTable table = new QueuePairTable();

    /** Flows 0, 1, ... with these keys. */
    private void add(long... keys) {
        for (int flow = 0; flow < keys.length; flow++) {
            table.add(flow, keys[flow]);
        }
    }

    /** Of 13 buckets each is empty: every new one goes to the front of all. */
    @Test
    void intoEmptyBucketsTheLastComesFirst() {
        add(1, 2, 3);
        assertThat(table.flows()).containsExactly(2, 1, 0);
    }

    /** 14 shares the bucket of 1, so it goes to the front of that, behind 2. */
    @Test
    void aSharedBucketKeepsItsPlace() {
        add(1, 2, 14, 27);
        assertThat(table.flows()).containsExactly(1, 3, 2, 0);
    }

    /** Keys are unsigned: 2^64 - 1 is 2 modulo 13. */
    @Test
    void keysAreUnsigned() {
        add(2, 5, -1);
        assertThat(table.flows()).containsExactly(1, 2, 0);
    }

    /** A bucket whose last entry leaves is empty again; one that keeps another is not. */
    @Test
    void aBucketThatIsLeftIsEmptyAgain() {
        add(1, 2, 14);
        table.remove(2);
        assertThat(table.flows()).containsExactly(1, 0);
        table.add(3, 27);
        assertThat(table.flows()).containsExactly(1, 3, 0);
        table.remove(3);
        table.remove(0);
        table.add(4, 40);
        assertThat(table.flows()).containsExactly(4, 1);
    }

    @Test
    void whatIsNotThereCannotBeRemoved() {
        add(1);
        table.remove(1);
        table.remove(1_000);
        assertThat(table.flows()).containsExactly(0);
        table.remove(0);
        table.remove(0);
        assertThat(table.flows()).isEmpty();
    }

    /** The 14th entry finds 13 buckets full: all are put into 29, in their order, which turns them round. */
    @Test
    void moreEntriesThanBucketsTurnTheOrderRound() {
        add(LongStream.range(0, 13).toArray());
        assertThat(table.flows())
                .containsExactly(IntStream.rangeClosed(0, 12).map(i -> 12 - i).toArray());
        table.add(13, 13);
        assertThat(table.flows())
                .containsExactly(IntStream.concat(IntStream.of(13), IntStream.range(0, 13))
                        .toArray());
    }

    /** Destination, source port and priority 3 from the highest bits to the lowest. */
    @Test
    void aKeyHoldsDestinationPortAndPriority() {
        long address = EcmpHash.address(5) & 0xffffffffL;
        assertThat(QueuePairTable.key(5, 10_000)).isEqualTo(address << 32 | 10_000L << 16 | 3);
        assertThat(QueuePairTable.key(5, 65_537)).as("ports have 16 bits").isEqualTo(address << 32 | 1L << 16 | 3);
    }

    /** Keys from 1 to 400 add a flow, those below 1 remove the flow of an earlier one; up to 127 buckets come into play. */
    @Property(tries = 200)
    void anySequenceFollowsTheRules(@ForAll @Size(max = 300) List<@LongRange(min = -150, max = 400) Long> steps) {
        QueuePairTable drawn = new QueuePairTable();
        Rules rules = new Rules();
        int flow = 0;
        for (long step : steps) {
            if (step > 0) {
                drawn.add(flow, step);
                rules.add(flow++, step);
            } else {
                int gone = (int) -step;
                drawn.remove(gone);
                rules.entries.removeIf(entry -> entry.flow == gone);
            }
            assertThat(drawn.flows()).isEqualTo(rules.flows());
        }
    }

    /** A list: a new entry goes before the first of its bucket, or to the front. */
    private static final class Rules {
        private static final int[] BUCKETS = {13, 29, 59, 127, 257, 541};

        private record Entry(int flow, long key) {}

        private List<Entry> entries = new ArrayList<>();
        private int grown;

        void add(int flow, long key) {
            if (entries.size() == BUCKETS[grown]) {
                List<Entry> before = entries;
                entries = new ArrayList<>();
                grown++;
                before.forEach(this::insert);
            }
            insert(new Entry(flow, key));
        }

        private void insert(Entry entry) {
            int at = 0;
            while (at < entries.size() && entries.get(at).key % BUCKETS[grown] != entry.key % BUCKETS[grown]) {
                at++;
            }
            entries.add(at == entries.size() ? 0 : at, entry);
        }

        int[] flows() {
            return entries.stream().mapToInt(Entry::flow).toArray();
        }
    }
}
