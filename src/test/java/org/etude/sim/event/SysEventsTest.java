// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.network.queue.EventQueue;
import org.junit.jupiter.api.Test;

/**
 * Events of a rank at one tick run together where the first of them was scheduled; what is added while they run is appended. Against
 * a plain list of groups that is searched for the earliest.
 */
class SysEventsTest {
    /** Fires what is scheduled and records the order. */
    private interface Schedule {
        void plan(int rank, long delay, long token);

        long now();

        boolean step();
    }

    private interface Handler {
        void due(Schedule schedule, int rank, long token);
    }

    private static final class Real implements Schedule {
        private final EventQueue queue = new EventQueue();
        private final SysEvents events;

        Real(int ranks, Handler handler) {
            events = new SysEvents(
                    queue,
                    ranks,
                    (rank, token, extra) -> {
                        assertThat(extra).isEqualTo(-token);
                        handler.due(this, rank, token);
                    },
                    null);
        }

        @Override
        public void plan(int rank, long delay, long token) {
            events.plan(rank, delay, token, -token);
        }

        @Override
        public long now() {
            return queue.now();
        }

        @Override
        public boolean step() {
            if (queue.pending() == 0) {
                return false;
            }
            queue.step();
            return true;
        }
    }

    private static final class Plain implements Schedule {
        private record Group(long tick, int order, int rank, List<Long> tokens) {}

        private final List<Group> groups = new ArrayList<>();
        private final Handler handler;
        private int made;
        private long now;

        Plain(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void plan(int rank, long delay, long token) {
            for (Group group : groups) {
                if (group.rank == rank && group.tick == now + delay) {
                    group.tokens.add(token);
                    return;
                }
            }
            groups.add(new Group(now + delay, made++, rank, new ArrayList<>(List.of(token))));
        }

        @Override
        public long now() {
            return now;
        }

        /** One whole tick. */
        @Override
        public boolean step() {
            if (groups.isEmpty()) {
                return false;
            }
            Comparator<Group> first = Comparator.comparingLong(Group::tick).thenComparingInt(Group::order);
            now = groups.stream().min(first).orElseThrow().tick;
            while (groups.stream().anyMatch(group -> group.tick == now)) {
                Group group = groups.stream().min(first).orElseThrow();
                for (int i = 0; i < group.tokens.size(); i++) {
                    handler.due(this, group.rank, group.tokens.get(i));
                }
                groups.remove(group);
            }
            return true;
        }
    }

    /** Each event plans more for random ranks and delays, many of them for the same tick. */
    private static final class Script implements Handler {
        private final List<String> fired = new ArrayList<>();
        private final int ranks;
        private final int seed;
        private final int most;
        private final int longest;
        private long tokens;

        Script(int ranks, int seed, int most, int longest) {
            this.ranks = ranks;
            this.seed = seed;
            this.most = most;
            this.longest = longest;
        }

        void begin(Schedule schedule) {
            for (int i = 0; i < 5; i++) {
                tokens++;
                schedule.plan(i % ranks, i / 2, tokens);
            }
        }

        @Override
        public void due(Schedule schedule, int rank, long token) {
            fired.add(schedule.now() + " " + rank + " " + token);
            Random random = new Random(token * 7919 + seed);
            int children = random.nextInt(4);
            for (int i = 0; i < children && tokens < most; i++) {
                tokens++;
                schedule.plan(random.nextInt(ranks), random.nextInt(longest), tokens);
            }
        }
    }

    private static void check(int ranks, int seed, int most, int longest) {
        Script real = new Script(ranks, seed, most, longest);
        Script plain = new Script(ranks, seed, most, longest);
        Real events = new Real(ranks, real);
        Plain model = new Plain(plain);
        run(events, real);
        run(model, plain);
        assertThat(real.fired).isEqualTo(plain.fired);
    }

    private static void run(Schedule schedule, Script script) {
        script.begin(schedule);
        boolean more = true;
        while (more) {
            more = schedule.step();
        }
    }

    @Property(tries = 200)
    void theOrderIsThatOfThePlainList(@ForAll @IntRange(min = 1, max = 6) int ranks, @ForAll int seed) {
        check(ranks, seed, 300, 6);
    }

    /** More than 24 ticks of a rank are looked up in a map, and more than 256 lists and events are held. */
    @Property(tries = 40)
    void manyTicksOfARank(@ForAll @IntRange(min = 1, max = 3) int ranks, @ForAll int seed) {
        check(ranks, seed, 1_500, 1_000);
    }

    @Test
    void eventsOfARankRunWhereTheFirstWasScheduled() {
        List<String> fired = new ArrayList<>();
        Real events = new Real(2, (schedule, rank, token) -> {
            fired.add(rank + ":" + token);
            if (token == 1) {
                schedule.plan(1, 0, 5);
                schedule.plan(0, 0, 6);
            }
        });
        events.plan(0, 3, 1);
        events.plan(1, 3, 2);
        events.plan(0, 3, 3);
        events.plan(1, 2, 4);
        while (events.step()) {
            // Until nothing is left.
        }
        assertThat(fired).containsExactly("1:4", "0:1", "0:3", "0:6", "1:2", "1:5");
        assertThat(events.now()).isEqualTo(3);
    }

    @Test
    void tagsKeepTheirParts() {
        for (int kind : new int[] {EventTag.STREAM, EventTag.NODE, EventTag.EXCHANGE}) {
            for (int a : new int[] {0, 1, 0xFFFFFFF}) {
                for (int b : new int[] {0, 77, Integer.MAX_VALUE, -1}) {
                    long tag = EventTag.of(kind, a, b);
                    assertThat(EventTag.kind(tag)).isEqualTo(kind);
                    assertThat(EventTag.a(tag)).isEqualTo(a);
                    assertThat(EventTag.b(tag)).isEqualTo(b);
                }
            }
        }
    }
}
