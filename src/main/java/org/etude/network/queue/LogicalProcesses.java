// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Divides the events of one simulation among processes that run in rounds, each up to a lookahead ahead of the slowest,
 * as UNISON's multithreaded ns-3 does (Bai et al., EuroSys 2024). Times equal those of an undivided queue. The order
 * within a tick is UNISON's: by scheduling within a process; mail from other processes, by sender, when the round ends.
 * Process 0 is the public one, which all others wait for. The processes of a round run by number, while UNISON takes
 * the busiest first.
 */
final class LogicalProcesses {
    static final int NONE = -1;

    private final long[] lookahead;
    private final List<EventHeap> heaps = new ArrayList<>();
    private final List<SortedMap<Integer, List<Mail>>> boxes = new ArrayList<>();
    private final long[] scheduled;
    private final long[] clock;
    private int current;
    private int stage;
    private long smallest;
    private long nextPublic;

    /**
     * An event in flight to another process.
     *
     * @param sent when it was sent
     * @param sender the sending process
     * @param number how many events that process had scheduled
     * @param tick when it is due
     * @param cell the event
     */
    record Mail(long sent, int sender, long number, long tick, int cell) implements Comparable<Mail> {
        private static final Comparator<Mail> ORDER = Comparator.comparingLong(Mail::sent)
                .thenComparingInt(Mail::sender)
                .thenComparingLong(Mail::number)
                .thenComparingLong(Mail::tick);

        @Override
        public int compareTo(Mail other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Creates the processes.
     *
     * @param lookahead how many ticks each may run ahead; that of the public one, the first, is unused
     */
    LogicalProcesses(long[] lookahead) {
        this.lookahead = lookahead.clone();
        this.lookahead[0] = 0;
        scheduled = new long[lookahead.length];
        clock = new long[lookahead.length];
        for (int process = 0; process < lookahead.length; process++) {
            heaps.add(new EventHeap());
            boxes.add(new TreeMap<>());
        }
        // The first round only starts the second.
        stage = lookahead.length;
    }

    /** The time in the running process. */
    long now() {
        return clock[current];
    }

    /** Adds an event of the running process. */
    void insert(long tick, int cell) {
        heaps.get(current).add(tick, scheduled[current]++, cell);
    }

    /** Adds an event of any process. */
    void insert(int process, long tick, int cell) {
        if (process == current) {
            insert(tick, cell);
            return;
        }
        boxes.get(process)
                .computeIfAbsent(current, sender -> new ArrayList<>())
                .add(new Mail(clock[current], current, scheduled[current], tick, cell));
    }

    /** Removes the next event and makes its process the running one; {@link #NONE} when there is none. */
    int next() {
        while (true) {
            for (; stage < lookahead.length; stage++) {
                // The public process runs last.
                int process = stage + 1 == lookahead.length ? 0 : stage + 1;
                EventHeap heap = heaps.get(process);
                if (!heap.isEmpty() && heap.tick() <= granted(process)) {
                    current = process;
                    clock[process] = heap.tick();
                    return heap.take();
                }
            }
            if (!begin()) {
                return NONE;
            }
        }
    }

    private long granted(int process) {
        long ahead = smallest > Long.MAX_VALUE - lookahead[process] ? Long.MAX_VALUE : smallest + lookahead[process];
        return Math.min(ahead, nextPublic);
    }

    /** Delivers the mail and starts a round; false when nothing is left. */
    private boolean begin() {
        smallest = Long.MAX_VALUE;
        for (int process = 0; process < lookahead.length; process++) {
            deliver(process);
            EventHeap heap = heaps.get(process);
            smallest = heap.isEmpty() ? smallest : Math.min(smallest, heap.tick());
        }
        nextPublic = heaps.get(0).isEmpty() ? Long.MAX_VALUE : heaps.get(0).tick();
        stage = 0;
        return smallest < Long.MAX_VALUE;
    }

    private void deliver(int process) {
        for (List<Mail> letters : boxes.get(process).values()) {
            Mail[] mail = letters.toArray(new Mail[0]);
            MailOrder.sort(mail);
            for (int i = mail.length - 1; i >= 0; i--) {
                heaps.get(process).add(mail[i].tick(), scheduled[process]++, mail[i].cell());
            }
            letters.clear();
        }
    }
}
