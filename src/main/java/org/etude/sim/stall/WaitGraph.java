// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.stall;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.sim.engine.ChunkStream;
import org.etude.sim.engine.Engine;
import org.etude.sim.event.EventTag;

/**
 * Who waits for whom among chunks in flight. A running chunk waits for the same chunk on the ranks from which it has
 * posted receives; a queued chunk waits for those that hold its queue's slots.
 */
final class WaitGraph {
    private final Engine engine;
    private final Long2ObjectOpenHashMap<ChunkStream> byRankAndTag = new Long2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<IntArrayList> sources = new Int2ObjectOpenHashMap<>();

    WaitGraph(Engine engine, List<OpenReceive> receives) {
        this.engine = engine;
        for (ChunkStream stream : engine.table.all()) {
            byRankAndTag.put(key(stream.dataset.rank, stream.tag), stream);
        }
        for (OpenReceive receive : receives) {
            if (EventTag.kind(receive.token()) == EventTag.STREAM) {
                sources.computeIfAbsent(EventTag.a(receive.token()), slot -> new IntArrayList())
                        .add(receive.src());
            }
        }
    }

    private static long key(int rank, int tag) {
        return (long) rank << 32 | tag;
    }

    /** The same chunk on another rank, or null when it is not in flight there. */
    ChunkStream on(int rank, int tag) {
        return byRankAndTag.get(key(rank, tag));
    }

    private List<ChunkStream> waitsFor(ChunkStream stream) {
        List<ChunkStream> others = new ArrayList<>();
        if (stream.started) {
            for (int src : sources.getOrDefault(stream.slot, new IntArrayList())) {
                ChunkStream other = on(src, stream.tag);
                if (other != null && other.sameAs(stream)) {
                    others.add(other);
                }
            }
        } else {
            for (ChunkStream holder :
                    stream.dataset.queues.contents().get(stream.phase().queue())) {
                if (holder.started) {
                    others.add(holder);
                }
            }
        }
        return others;
    }

    /** A shortest cycle of chunks each of which waits for the next; empty when there is none. */
    List<ChunkStream> cycle() {
        Set<ChunkStream> done = new HashSet<>();
        for (ChunkStream start : engine.table.all()) {
            ChunkStream on = walk(start, done);
            if (on != null) {
                return shortest(on);
            }
        }
        return List.of();
    }

    /** Depth-first search without recursion; a chunk on a cycle, or null. */
    private ChunkStream walk(ChunkStream start, Set<ChunkStream> done) {
        ArrayDeque<ChunkStream> path = new ArrayDeque<>();
        ArrayDeque<ArrayDeque<ChunkStream>> left = new ArrayDeque<>();
        Set<ChunkStream> onPath = new HashSet<>();
        path.push(start);
        onPath.add(start);
        left.push(new ArrayDeque<>(waitsFor(start)));
        while (!path.isEmpty()) {
            ChunkStream next = left.peek().poll();
            if (next == null) {
                left.pop();
                ChunkStream over = path.pop();
                onPath.remove(over);
                done.add(over);
            } else if (onPath.contains(next)) {
                return next;
            } else if (!done.contains(next)) {
                path.push(next);
                onPath.add(next);
                left.push(new ArrayDeque<>(waitsFor(next)));
            }
        }
        return null;
    }

    private List<ChunkStream> shortest(ChunkStream start) {
        Map<ChunkStream, ChunkStream> from = new HashMap<>();
        ArrayDeque<ChunkStream> next = new ArrayDeque<>();
        next.add(start);
        while (!next.isEmpty()) {
            ChunkStream at = next.poll();
            for (ChunkStream other : waitsFor(at)) {
                if (other == start) {
                    return backFrom(at, from, start);
                }
                if (from.putIfAbsent(other, at) == null) {
                    next.add(other);
                }
            }
        }
        return List.of(start);
    }

    private static List<ChunkStream> backFrom(ChunkStream end, Map<ChunkStream, ChunkStream> from, ChunkStream start) {
        ArrayDeque<ChunkStream> cycle = new ArrayDeque<>();
        ChunkStream at = end;
        while (at != start) {
            cycle.push(at);
            at = from.get(at);
        }
        cycle.push(start);
        return new ArrayList<>(cycle);
    }
}
