// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Events of one simulation in several processes that run in rounds, each a lookahead ahead of the slowest, as UNISON's
 * multithreaded ns-3 does (Bai et al., EuroSys 2024). Times are those of one queue; the order within a tick is that of
 * UNISON: by scheduling within a process, and mail from other processes by its sender when the round ends. Process 0 is the
 * public one, which all others wait for. Processes of a round run by number here, while UNISON takes the busiest first.
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
     * @param sender by which process
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
     * Makes the processes.
     *
     * @param lookahead how far each may run ahead, ticks; that of the public one, the first, is not used
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
        // The first round only begins the second.
        stage = lookahead.length;
    }

    /** The time in the process that runs. */
    long now() {
        return clock[current];
    }

    /** An event of the process that runs. */
    void insert(long tick, int cell) {
        heaps.get(current).add(tick, scheduled[current]++, cell);
    }

    /** An event of any process. */
    void insert(int process, long tick, int cell) {
        if (process == current) {
            insert(tick, cell);
            return;
        }
        boxes.get(process)
                .computeIfAbsent(current, sender -> new ArrayList<>())
                .add(new Mail(clock[current], current, scheduled[current], tick, cell));
    }

    /** Takes the next event off and makes its process the one that runs; {@link #NONE} when there is none. */
    int next() {
        while (true) {
            for (; stage < lookahead.length; stage++) {
                // The public process comes last.
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

    /** Delivers the mail and begins a round; false when nothing is left. */
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
