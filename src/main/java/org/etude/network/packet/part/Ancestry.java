// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.EventTrace;

/**
 * Follows how events come about, so that events of components which do not share a clock can be put into the order of a common
 * one. Components do not influence each other, so events of two that are due in one tick fire in any order, except where the layer
 * above hears of them: in a tick in which a flow ends, all events are sorted first.
 */
public final class Ancestry implements EventTrace {
    /** Events after which the queue settles, so that their origins can be forgotten also where nothing else settles it for long. */
    public static final long MOST_FOLLOWED = 1 << 20;

    private final EventQueue queue;
    /** Whether the layer above hears of an event. */
    private final IntPredicate heard;

    /** By cell: the origin of its event, its index there, and the group of the events that it will schedule. */
    private Origin[] origin = new Origin[1024];

    private int[] index = new int[1024];
    private int[] heirs = new int[1024];

    private Origin parent;
    private int parentIndex;
    private int parentHeirs;
    /** Whether all events of the current tick fire in the order of a common clock. */
    private boolean exact;

    private boolean quiet;
    /** Gives events that must be in order one number, to check that they are, or null. */
    private IntUnaryOperator checked;

    private HeldEvents diversion;
    private long births;
    private long followed;
    private int groups;

    public Ancestry(EventQueue queue, IntPredicate heard) {
        this.queue = queue;
        this.heard = heard;
    }

    @Override
    public boolean takes(long tick, int event) {
        if (quiet) {
            return false;
        }
        int group = exact ? 0 : parentHeirs;
        if (++followed % MOST_FOLLOWED == 0) {
            queue.settle();
        }
        set(event, new Origin.Born(parent, parentIndex, queue.now(), group, ++births), 0, group);
        if (diversion == null) {
            return false;
        }
        diversion.add(tick, event);
        return true;
    }

    @Override
    public void begins() {
        int apart = 0;
        boolean hears = false;
        int[] cells = queue.cells();
        for (int event = queue.firstNow(); event >= 0; event = cells[event << EventQueue.SHIFT]) {
            apart |= heirs[event];
            hears |= heard.test(event);
        }
        exact = hears;
        if (hears && apart != 0) {
            arrangeNow();
        }
        if (checked != null) {
            check();
        }
    }

    /** Checks from now on that events with the same number are in order when they fire. Slower. */
    public void check(IntUnaryOperator numbers) {
        checked = numbers;
    }

    private void check() {
        Int2IntOpenHashMap last = new Int2IntOpenHashMap();
        int[] cells = queue.cells();
        for (int event = queue.firstNow(); event >= 0; event = cells[event << EventQueue.SHIFT]) {
            int number = checked.applyAsInt(event);
            if (last.containsKey(number) && compare(last.get(number), event) > 0) {
                throw new IllegalStateException("at " + queue.now() + " ns two events of a component are not in order");
            }
            last.put(number, event);
        }
    }

    /** Puts what is left of the current tick into the order of a common clock. */
    public void arrangeNow() {
        queue.arrangeNow(this::compare);
    }

    @Override
    public void fires(int event) {
        parent = origin[event];
        parentIndex = index[event];
        parentHeirs = heirs[event];
    }

    @Override
    public void ends() {
        parent = null;
        parentIndex = 0;
        parentHeirs = 0;
        exact = false;
    }

    /** Runs an action on the queue that schedules nothing new. */
    public void quietly(Runnable action) {
        quiet = true;
        action.run();
        quiet = false;
    }

    /**
     * Fires held events at their own ticks, as far as they precede what fires now; what they schedule is held as well. Between ticks
     * that is all up to the current one.
     */
    private void catchUp(HeldEvents events) {
        Origin outer = parent;
        int outerIndex = parentIndex;
        int outerHeirs = parentHeirs;
        boolean outerExact = exact;
        exact = false;
        diversion = events;
        while (precedes(events, outer, outerIndex)) {
            long tick = events.nextTick();
            int event = events.take();
            fires(event);
            queue.fireHeld(tick, event);
        }
        diversion = null;
        parent = outer;
        parentIndex = outerIndex;
        parentHeirs = outerHeirs;
        exact = outerExact;
    }

    /**
     * Takes events out of the queue at the end of a tick, which count as pending; they are brought back by {@link #bringBack}, or
     * others in their place.
     */
    public void takeOut(PendingEvents events) {
        PendingEvents rest = new PendingEvents();
        int[] taken = {0};
        queue.visit((tick, event) -> {
            if (taken[0] < events.count && events.event[taken[0]] == event) {
                taken[0]++;
            } else {
                rest.add(tick, event);
            }
            return true;
        });
        long now = queue.now();
        quietly(() -> queue.leap(now, rest.tick, rest.event, rest.count, 0));
        queue.hold(events.count);
    }

    /** Puts events into the queue in place of those taken out. */
    void putInstead(PendingEvents events, PendingEvents out) {
        queue.hold(-out.count);
        quietly(() -> {
            for (int i = 0; i < events.count; i++) {
                queue.put(events.tick[i], events.event[i]);
            }
        });
    }

    /** Fires events that were taken out, as far as they precede what fires now, and puts the rest back into the queue. */
    public void bringBack(PendingEvents out) {
        HeldEvents events = new HeldEvents();
        int group = newGroup();
        for (int i = 0; i < out.count; i++) {
            heirs(out.event[i], group);
            events.add(out.tick[i], out.event[i]);
        }
        catchUp(events);
        boolean left = events.nextTick() == queue.now();
        quietly(() -> {
            for (long tick = events.nextTick(); tick != Long.MAX_VALUE; tick = events.nextTick()) {
                queue.hold(-1);
                queue.put(tick, events.take());
            }
        });
        if (left) {
            arrangeNow();
        }
    }

    private boolean precedes(HeldEvents events, Origin now, int nowIndex) {
        long tick = events.nextTick();
        if (tick != queue.now() || now == null) {
            return tick <= queue.now();
        }
        int event = events.next();
        return Origin.compare(origin[event], index[event], now, nowIndex) < 0;
    }

    /** Compares two events that are due in one tick. */
    public int compare(int one, int other) {
        return Origin.compare(origin[one], index[one], origin[other], index[other]);
    }

    /** A group of its own for the events of a component that is not at the common clock. */
    int newGroup() {
        return ++groups;
    }

    /** The origins of events. */
    public Origins of(int[] events, int count) {
        Origin[] origins = new Origin[count];
        int[] indices = new int[count];
        for (int i = 0; i < count; i++) {
            origins[i] = origin[events[i]];
            indices[i] = index[events[i]];
        }
        return new Origins(origins, indices);
    }

    public Origin origin(int event) {
        return origin[event];
    }

    /** The tick in which an event was scheduled. */
    public long scheduledAt(int event) {
        return origin[event].tick(index[event]);
    }

    /** The origin of the events of a stretch that is skipped. */
    Origin.Landed landed(AncestryTree tree, Origins starts, long begun, int group) {
        Origin.Landed landed = new Origin.Landed(tree, starts.origin(), starts.index(), begun, group, births + 1);
        births += tree.parents().length;
        followed += starts.origin().length;
        return landed;
    }

    /** Sets how an event came about, its index there, and the group of the events that it will schedule. */
    void set(int event, Origin of, int at, int heirsOf) {
        if (event >= origin.length) {
            int more = Math.max(event + 1, origin.length * 2);
            origin = Arrays.copyOf(origin, more);
            index = Arrays.copyOf(index, more);
            heirs = Arrays.copyOf(heirs, more);
        }
        origin[event] = of;
        index[event] = at;
        heirs[event] = heirsOf;
    }

    /** Sets the group of the events that an event will schedule. */
    void heirs(int event, int group) {
        heirs[event] = group;
    }

    /** Forgets how the pending events came about, which are in order. */
    public void forget() {
        Arrays.fill(origin, null);
        queue.visit((tick, event) -> {
            set(event, new Origin.Born(null, 0, -1, 0, ++births), 0, 0);
            return true;
        });
        followed = 0;
    }

    /** The number of origins that are kept at most. */
    public long followed() {
        return followed;
    }
}
