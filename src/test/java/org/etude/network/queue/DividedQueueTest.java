// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Events divided among processes. */
class DividedQueueTest {
    private static final long AHEAD = 500;

    private final EventQueue queue = new EventQueue();

    private EventQueue divided(int processes) {
        long[] lookahead = new long[processes + 1];
        Arrays.fill(lookahead, AHEAD);
        queue.divide(lookahead);
        return queue;
    }

    private void run() {
        while (queue.step()) {
            assertThat(queue.pending()).isNotNegative();
        }
    }

    /** 64 indistinguishable messages: the order in which SimAI's first flows of a server of eight ranks were seen. */
    @Example
    void equalMailComesAsRecorded() {
        divided(1);
        Map<Integer, List<Integer>> seen = new HashMap<>();
        int arrives = queue.register(n ->
                seen.computeIfAbsent((int) n / 8, rank -> new ArrayList<>()).add((int) n % 8));
        int sends = queue.register(x -> IntStream.range(0, 64).forEach(n -> queue.scheduleIn(1, 1010, arrives, n)));
        queue.schedule(1010, sends, 0);
        run();
        List<Integer> down = List.of(7, 6, 5, 4, 3, 2, 1, 0);
        List<Integer> firstOfHalf = List.of(0, 7, 6, 5, 4, 3, 2, 1);
        for (int rank = 0; rank < 8; rank++) {
            assertThat(seen.get(rank)).as("rank " + rank).isEqualTo(rank % 4 == 0 ? firstOfHalf : down);
        }
    }

    /** Sums of times that wrapped would fire in the past. */
    @Example
    void refusesWhatLiesBeyondTheClock() {
        divided(1);
        int late = queue.register(x -> queue.schedule(queue.now() + Long.MAX_VALUE, 0, 0));
        int mail = queue.register(x -> queue.scheduleIn(1, Long.MAX_VALUE, 0, 0));
        for (int handler : new int[] {late, mail}) {
            queue.schedule(queue.now() + 1000, handler, 0);
            assertThatThrownBy(this::run)
                    .isInstanceOf(HorizonException.class)
                    .hasMessageContaining("what comes next lies more than 292 years ahead");
        }
    }

    @Example
    void fewEqualOnesTurnRound() {
        divided(1);
        List<Long> seen = new ArrayList<>();
        int arrives = queue.register(seen::add);
        int sends = queue.register(x -> IntStream.range(0, 5).forEach(n -> queue.scheduleIn(1, 10, arrives, n)));
        queue.schedule(10, sends, 0);
        run();
        assertThat(seen).containsExactly(4L, 3L, 2L, 1L, 0L);
    }

    /** What a process has planned for a tick comes before mail for the same tick that a later round brings. */
    @Example
    void mailComesBehindWhatIsPlanned() {
        divided(2);
        List<String> seen = new ArrayList<>();
        int own = queue.register(x -> seen.add("own"));
        int mail = queue.register(x -> seen.add("mail"));
        int first = queue.register(x -> queue.scheduleIn(2, 600, mail, 0));
        int second = queue.register(x -> queue.schedule(600, own, 0));
        queue.scheduleIn(1, 100, first, 0);
        queue.scheduleIn(2, 150, second, 0);
        run();
        assertThat(seen).containsExactly("own", "mail");
    }

    /** A process may be a lookahead ahead of another one, and time is that of the process. */
    @Example
    void processesRunAhead() {
        divided(2);
        List<Long> seen = new ArrayList<>();
        int look = queue.register(x -> seen.add(queue.now()));
        for (long tick : new long[] {100, 400, 700}) {
            queue.scheduleIn(1, tick, look, 0);
            queue.scheduleIn(2, tick + 1, look, 0);
        }
        run();
        assertThat(seen).containsExactly(100L, 400L, 101L, 401L, 700L, 701L);
    }

    /** No process overtakes the public process. */
    @Example
    void thePublicProcessIsWaitedFor() {
        divided(1);
        List<Long> seen = new ArrayList<>();
        int look = queue.register(x -> seen.add(queue.now()));
        queue.schedule(200, look, 0);
        queue.scheduleIn(1, 150, look, 0);
        queue.scheduleIn(1, 250, look, 0);
        run();
        assertThat(seen).containsExactly(150L, 200L, 250L);
    }

    /** Every event fires once, at its tick; within a process ticks never fall as mail takes the lookahead at least. */
    @Property(tries = 100)
    void everyEventFiresAtItsTick(@ForAll @IntRange(min = 0, max = 1 << 20) int seed) {
        EventQueue clock = new EventQueue();
        int processes = 4;
        long[] lookahead = new long[processes + 1];
        Arrays.fill(lookahead, AHEAD);
        clock.divide(lookahead);
        Random random = new Random(seed);
        Map<Long, Long> due = new HashMap<>();
        long[] last = new long[processes + 1];
        long[] fired = {0};
        int[] handler = new int[1];
        handler[0] = clock.register(argument -> {
            int process = (int) (argument % (processes + 1));
            fired[0]++;
            assertThat(clock.now()).isEqualTo(due.remove(argument)).isGreaterThanOrEqualTo(last[process]);
            last[process] = clock.now();
            if (due.size() + fired[0] < 300 && process > 0) {
                int to = 1 + random.nextInt(processes);
                long tick = clock.now() + (to == process ? random.nextInt(50) : AHEAD + random.nextInt(50));
                long number = (fired[0] + due.size()) * (processes + 1) + to;
                due.put(number, tick);
                clock.scheduleIn(to, tick, handler[0], number);
            }
        });
        for (int i = 1; i <= 20; i++) {
            long number = 1_000_000L * (processes + 1) * i + 1 + i % processes;
            due.put(number, (long) i * 7);
            clock.scheduleIn(1 + i % processes, i * 7L, handler[0], number);
        }
        while (clock.step()) {
            assertThat(clock.pending()).isNotNegative();
        }
        assertThat(due).isEmpty();
        assertThat(clock.fired()).isEqualTo(fired[0]).isGreaterThanOrEqualTo(20);
    }

    @Property(tries = 200)
    void mailIsSorted(@ForAll @IntRange(min = 1, max = 300) int count, @ForAll @IntRange(min = 1, max = 40) int kinds) {
        Random random = new Random(31L * count + kinds);
        LogicalProcesses.Mail[] mail = new LogicalProcesses.Mail[count];
        for (int i = 0; i < count; i++) {
            mail[i] = new LogicalProcesses.Mail(random.nextInt(kinds), random.nextInt(2), 0, 0, i);
        }
        LogicalProcesses.Mail[] sorted = mail.clone();
        MailOrder.sort(sorted);
        assertThat(sorted).containsExactlyInAnyOrder(mail);
        assertThat(sorted).isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    @Example
    void aQueueWithEventsIsNotDivided() {
        queue.schedule(1, queue.register(x -> {}), 0);
        assertThatIllegalStateException().isThrownBy(() -> divided(1)).withMessageContaining("1 event pending");
    }
}
