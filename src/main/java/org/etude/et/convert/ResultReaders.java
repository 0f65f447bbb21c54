// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostLines;
import org.etude.et.host.HostTimeline;
import org.etude.link.host.TensorStorages;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.HostTrace;

/**
 * Finds the first operator after each host-side collective that reads its result, before which the host must have
 * waited. Based on the storages in the execution trace; views of a result do not read it. Linear in the operators and
 * their tensors.
 */
final class ResultReaders {
    private static final String FUNCTIONAL = "_c10d_functional::";
    private static final int DEPTH = 64;

    private final LinkedRank rank;
    private final WorkNodes work;
    private final BackendThreads backend;
    private final HostTimeline timeline;
    private final int[] reader;
    /** By {@linkplain #line line} of threads and storage, the pieces of work that nothing has read yet. */
    private final Map<Integer, Long2ObjectOpenHashMap<IntArrayList>> pending = new HashMap<>();

    private final Map<Integer, IntArrayList> works = new HashMap<>();
    private final IntOpenHashSet firsts;

    ResultReaders(LinkedRank rank, WorkNodes work, HostTimeline timeline, BackendThreads backend) {
        this.rank = rank;
        this.work = work;
        this.timeline = timeline;
        this.backend = backend;
        this.reader = new int[work.size()];
        Arrays.fill(reader, -1);
        for (int k = 0; k < work.size(); k++) {
            int call = backend.call(work.node(k));
            if (call >= 0) {
                works.computeIfAbsent(call, c -> new IntArrayList()).add(k);
            }
        }
        if (rank.trace().host() != null && !works.isEmpty()) {
            sweep(rank.trace().host());
        }
        firsts = new IntOpenHashSet(reader);
    }

    /** The operator before whose start the host waited for a piece of work, or its wait_tensor; -1 if none. */
    int of(int k) {
        return reader[k];
    }

    /** Whether an operator is the first to read some result. */
    boolean isFirst(int node) {
        return node >= 0 && firsts.contains(node);
    }

    /** Whether an operator is itself the wait. */
    static boolean isWait(String name) {
        return name.contains("wait_tensor");
    }

    private void sweep(HostTrace host) {
        for (int node = 0; node < rank.size(); node++) {
            if (!rank.takesHostTime(node) || backend.runs(node) || rank.hostIndex(node) < 0) {
                continue;
            }
            Long2ObjectOpenHashMap<IntArrayList> open =
                    pending.computeIfAbsent(line(node), line -> new Long2ObjectOpenHashMap<>());
            int at = rank.hostIndex(node);
            for (int k = 0; !open.isEmpty() && !isView(rank.name(node)) && k < host.inputStorages(at); k++) {
                touched(open, host.inputStorage(at, k), node);
            }
            if (works.containsKey(node) && !rank.name(node).startsWith("c10d::send")) {
                expect(open, TensorStorages.first(host.inputs(at).values()), works.get(node));
            }
        }
    }

    /**
     * The threads among which an operator reads what others called: those that take turns, as the thread of a training
     * loop and the one of its backward pass do, or a side thread alone.
     */
    private int line(int node) {
        int slice = timeline.sliceOf(node);
        return slice >= 0 ? HostTimeline.NONE - timeline.line(slice) : rank.lane(node);
    }

    private static void expect(Long2ObjectOpenHashMap<IntArrayList> open, LongList written, IntArrayList pieces) {
        for (long storage : written) {
            open.computeIfAbsent(storage, s -> new IntArrayList(2)).addAll(pieces);
        }
    }

    /** Operators that do not access a tensor's contents, and collectives, which the backend itself keeps in order. */
    private static boolean isView(String name) {
        return switch (name) {
            case "aten::detach", "aten::alias", "aten::view", "aten::view_as", "detach" -> true;
            default ->
                name.startsWith(FUNCTIONAL) && !isWait(name)
                        || name.startsWith("c10d::") && !name.startsWith("c10d::send");
        };
    }

    private void touched(Long2ObjectOpenHashMap<IntArrayList> open, long storage, int node) {
        IntArrayList waiting = open.get(storage);
        if (waiting == null) {
            return;
        }
        waiting.removeIf((int k) -> {
            int call = backend.call(work.node(k));
            boolean found = reader[k] < 0 && reads(node, k, call);
            if (found) {
                reader[k] =
                        isWait(rank.name(node)) ? node : outermost(node, Math.max(end(call), HostWaits.known(work, k)));
            }
            return reader[k] >= 0;
        });
        if (waiting.isEmpty()) {
            open.remove(storage);
        }
    }

    private boolean reads(int node, int k, int call) {
        if (rank.startNanos(node) < end(call)) {
            return false;
        }
        if (isWait(rank.name(node)) || functional(call)) {
            return isWait(rank.name(node));
        }
        return rank.startNanos(node) >= HostWaits.known(work, k);
    }

    /** Whether a call belongs to a functional collective, whose result is not read before its wait_tensor. */
    private boolean functional(int call) {
        int at = rank.parent(call);
        return at >= 0 && rank.name(at).startsWith(FUNCTIONAL);
    }

    /** The outermost caller of an operator that started at this time or later; the mark of a step calls nothing. */
    private int outermost(int node, long from) {
        int at = node;
        for (int depth = 0; depth < DEPTH; depth++) {
            int caller = rank.parent(at);
            if (caller < 0
                    || !rank.takesHostTime(caller)
                    || rank.startNanos(caller) < from
                    || HostLines.isStep(rank.name(caller))) {
                break;
            }
            at = caller;
        }
        return at;
    }

    private long end(int node) {
        return rank.startNanos(node) + Math.max(0, rank.durationNanos(node));
    }
}
