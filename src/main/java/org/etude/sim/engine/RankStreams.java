// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.etude.collective.QueueLevel;
import org.etude.spec.CollectiveType;
import org.etude.spec.IntraDimension;

/** The queues of one rank and the chunks in them; each queue runs a limited number of chunks at a time. */
public final class RankStreams {
    /** Notified of phases. */
    interface Listener {
        void ended(ChunkStream stream);

        /** All phases of a chunk have finished. */
        void finished(ChunkStream stream);

        long now();
    }

    private final Listener listener;
    private final IntraDimension intra;
    private final int perDim;
    private final int limit;
    private final List<ChunkStream>[] queues;
    private final int[] running;
    private final int[] any;
    private final int[] first;
    private final int[] last;
    /** In stall-free scheduling, the phases that each queue has yet to start, in the required order; else null. */
    private final ArrayDeque<Expected>[] expected;

    /** A phase that a queue is to start. */
    private record Expected(ChunkStream stream, int step) {}

    @SuppressWarnings({"unchecked", "rawtypes"})
    RankStreams(int dims, int perDim, int activeChunks, IntraDimension intra, boolean stallFree, Listener listener) {
        this.listener = listener;
        this.intra = intra;
        this.perDim = perDim;
        this.limit = (activeChunks + perDim - 1) / perDim;
        queues = new List[dims * perDim];
        running = new int[queues.length];
        any = new int[dims];
        first = new int[dims];
        last = new int[dims];
        Arrays.fill(last, perDim / 2);
        for (int q = 0; q < queues.length; q++) {
            queues[q] = new ArrayList<>(2);
        }
        expected = stallFree ? new ArrayDeque[queues.length] : null;
    }

    /** Takes the next queue of a dimension: its number times 2, plus 1 when rings through it run anticlockwise. */
    int take(int dim, QueueLevel level) {
        int base = dim * perDim;
        switch (level) {
            case ANY:
                int at = any[dim];
                any[dim] = (at + 1) % perDim;
                return (base + at) * 2 + (perDim > 1 && at >= perDim / 2 ? 1 : 0);
            case FIRST:
                if (perDim == 1) {
                    return base * 2;
                }
                int low = first[dim];
                first[dim] = (low + 1) % (perDim / 2);
                return (base + low) * 2;
            default:
                if (perDim == 1) {
                    return base * 2 + 1;
                }
                int high = last[dim];
                last[dim] = high + 1 == perDim ? perDim / 2 : high + 1;
                return (base + high) * 2 + 1;
        }
    }

    /**
     * In stall-free scheduling, fixes the order in which the phases of a collective start in each queue: by chunk
     * number plus step, then later steps first. The order is the same on every rank.
     */
    void expect(List<ChunkStream> collective) {
        if (expected == null) {
            return;
        }
        List<Expected> all = new ArrayList<>();
        for (ChunkStream stream : collective) {
            for (int step = 0; step < stream.phases.length; step++) {
                all.add(new Expected(stream, step));
            }
        }
        all.sort(Comparator.<Expected>comparingInt(e -> e.stream.chunk + e.step).thenComparingInt(e -> -e.step));
        for (Expected e : all) {
            int queue = e.stream.phases[e.step].queue();
            if (expected[queue] == null) {
                expected[queue] = new ArrayDeque<>();
            }
            expected[queue].add(e);
        }
    }

    /** Adds a new chunk to the queue of its first phase. */
    void enter(ChunkStream stream) {
        advance(stream);
        kick(stream.phase().queue());
    }

    /** A phase of a chunk has finished. */
    void proceed(ChunkStream stream) {
        int old = stream.phase().queue();
        boolean over = stream.phasesToGo() == 0;
        listener.ended(stream);
        if (over) {
            listener.finished(stream);
        }
        queues[old].remove(stream);
        if (over) {
            running[old]--;
            kick(old);
            return;
        }
        advance(stream);
        running[old]--;
        kick(old);
        kick(stream.phase().queue());
    }

    private void advance(ChunkStream stream) {
        stream.step++;
        stream.started = false;
        stream.enteredAt = listener.now();
        List<ChunkStream> queue = queues[stream.phase().queue()];
        queue.add(place(queue, stream), stream);
    }

    private void kick(int queue) {
        List<ChunkStream> list = queues[queue];
        if (expected != null) {
            kickInOrder(queue);
            return;
        }
        int at = running[queue];
        while (at < list.size() && running[queue] < limit) {
            running[queue]++;
            start(list.get(at++));
        }
    }

    private void kickInOrder(int queue) {
        ArrayDeque<Expected> order = expected[queue];
        while (order != null && !order.isEmpty() && running[queue] < limit) {
            Expected next = order.peek();
            if (next.stream.step != next.step || next.stream.started) {
                return;
            }
            order.poll();
            running[queue]++;
            start(next.stream);
        }
    }

    private void start(ChunkStream stream) {
        stream.started = true;
        stream.startedAt = listener.now();
        stream.phase().algorithm().start(stream);
    }

    private int place(List<ChunkStream> queue, ChunkStream stream) {
        CollectiveType kind = stream.phase().kind();
        boolean inTurn = intra == IntraDimension.FIFO
                || kind == CollectiveType.ALL_TO_ALL
                || kind == CollectiveType.ALL_REDUCE
                || kind == null;
        if (inTurn) {
            return behind(queue, other -> other.priority >= stream.priority);
        }
        return switch (intra) {
            case ALTERNATING -> alternating(queue, stream);
            case SMALLEST_FIRST ->
                stream.phasesToGo() == 1 ? queue.size() : behind(queue, other -> largest(other) < largest(stream));
            default -> behind(queue, other -> other.phasesToGo() < stream.phasesToGo());
        };
    }

    private static int behind(List<ChunkStream> queue, Predicate<ChunkStream> ahead) {
        int at = 0;
        while (at < queue.size() && (queue.get(at).started || ahead.test(queue.get(at)))) {
            at++;
        }
        return at;
    }

    /**
     * Follows the reference: skips whatever follows a phase in flight, then a consecutive reduce-scatter and
     * all-gather, in either order.
     */
    private static int alternating(List<ChunkStream> queue, ChunkStream stream) {
        CollectiveType here = null;
        int at = 0;
        while (at < queue.size()) {
            CollectiveType before = here;
            here = queue.get(at).phase().kind();
            if (queue.get(at).started) {
                at++;
                if (at < queue.size() && !queue.get(at).started) {
                    here = queue.get(at++).phase().kind();
                }
            } else if (queue.get(at).priority > stream.priority || pair(before, here)) {
                at++;
            } else {
                break;
            }
        }
        return at;
    }

    private static boolean pair(CollectiveType one, CollectiveType two) {
        return one == CollectiveType.ALL_GATHER && two == CollectiveType.REDUCE_SCATTER
                || one == CollectiveType.REDUCE_SCATTER && two == CollectiveType.ALL_GATHER;
    }

    private static long largest(ChunkStream stream) {
        return Math.max(stream.phase().bytes(), stream.phase().finalBytes());
    }

    /** The contents of the queues, running chunks first; for diagnosis. */
    public List<List<ChunkStream>> contents() {
        return List.of(queues);
    }
}
