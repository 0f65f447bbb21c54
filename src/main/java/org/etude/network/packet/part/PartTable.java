// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What is kept of parts of a network until a tick, found by their nodes; no two have a node in common. */
public final class PartTable<P extends PartTable.Entry> {
    /** A part of a network and what is kept of it. */
    public abstract static class Entry {
        public final NetworkPart part;
        /** The tick at whose end something must be done about it; a field, because all are looked at in every tick. */
        public long due;

        protected Entry(NetworkPart part, long due) {
            this.part = part;
            this.due = due;
        }
    }

    /** By node, null where there is nothing. */
    private final Entry[] at;

    private final List<P> all = new ArrayList<>();

    /** Creates an empty table for a network of this number of nodes. */
    public PartTable(int nodes) {
        at = new Entry[nodes];
    }

    /** Whether a node belongs to one of the parts. */
    public boolean holds(int node) {
        return at[node] != null;
    }

    /** What is kept of the part of a node, or null. */
    @SuppressWarnings("unchecked")
    public P at(int node) {
        return (P) at[node];
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public int size() {
        return all.size();
    }

    /** All of them, the oldest first. */
    public List<P> all() {
        return all;
    }

    /** The first tick at which something is due, or {@link Long#MAX_VALUE}. */
    public long next() {
        long next = Long.MAX_VALUE;
        for (P each : all) {
            next = Math.min(next, each.due);
        }
        return next;
    }

    /** Keeps something of a part. */
    public void add(P entry) {
        all.add(entry);
        set(entry.part, entry);
    }

    private void set(NetworkPart part, Entry entry) {
        for (int node : part.nodes()) {
            at[node] = entry;
        }
    }

    private void take(P entry, Consumer<P> taker) {
        all.remove(entry);
        set(entry.part, null);
        taker.accept(entry);
    }

    /** Removes the part of a node, if it has one, and passes it on. */
    public void take(int node, Consumer<P> taker) {
        if (holds(node)) {
            take(at(node), taker);
        }
    }

    /** Removes all parts and passes them on, the latest first. */
    public void takeAll(Consumer<P> taker) {
        while (!all.isEmpty()) {
            take(all.get(all.size() - 1), taker);
        }
    }

    /** Removes the parts that are due and passes them on, the latest first; returns whether there were any. */
    public boolean takeDue(long now, Consumer<P> taker) {
        boolean any = false;
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).due <= now) {
                take(all.get(i), taker);
                any = true;
            }
        }
        return any;
    }
}
