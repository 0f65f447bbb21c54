// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntComparator;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;
import org.etude.report.Counted;

/**
 * The clock and its pending events, ordered by tick and, within a tick, by scheduling; an event scheduled for the
 * current tick fires after all others of it. One tick is one nanosecond. Near ticks are in a timer wheel with one slot
 * per tick and a bitmap, later ones in a heap of distinct ticks. Both keep lists in one pooled column, so an event
 * needs no object and costs O(1) near the current tick.
 */
public final class EventQueue {
    private static final int LEAST_WHEEL = 4096;
    private static final int MOST_WHEEL = 1 << 17;
    private static final int NONE = -1;
    /** An event is a cell of eight ints: next event, handler, low and high half of the argument, four for its owner. */
    public static final int SHIFT = 3;

    private static final int HANDLER = 1;
    private static final int LOW = 2;
    private static final int HIGH = 3;
    /** Marks the handler of a cell that its owner keeps after the event. */
    private static final int OWNED = 1 << 30;

    private EventHandler[] handlers = new EventHandler[4];
    private int handlerCount;
    /** Two handlers of owned cells that are called without a look at the table, and their numbers. */
    private int frequent = NONE;

    private EventHandler frequentHandler;
    private int alsoFrequent = NONE;
    private EventHandler alsoFrequentHandler;

    private int[] events = new int[1024 << SHIFT];
    private int freeList = NONE;
    private int used;

    /** First and last event of each slot, interleaved. */
    private int[] wheel;

    private int mask;
    private long[] words;
    /** One bit per word of the bitmap. */
    private long[] summary;

    private int inWheel;

    private final LongHeapPriorityQueue farTicks = new LongHeapPriorityQueue();
    private final Long2IntOpenHashMap farIndex = new Long2IntOpenHashMap();
    private int[] farHead = new int[64];
    private int[] farTail = new int[64];
    private int[] farFree = new int[64];
    private int farFreeCount;
    private int farUsed;
    private long lastFarTick = -1;
    private int lastFar;

    private long now;
    /** Numbers of events ever scheduled and fired; the difference is pending. */
    private long scheduled;

    private long fired;
    /** Those fired whose cell was not owned. */
    private long firedUnowned;

    private long horizon = Long.MAX_VALUE;
    private Runnable settler = () -> {};
    private boolean settling;
    private long settleTick = Long.MAX_VALUE;
    /** The order of events divided among processes, or null. */
    private LogicalProcesses processes;
    /** What follows how events come about, or null. */
    private EventTrace trace;
    /** Whether events are divided or traced. */
    private boolean special;
    /** The number of pending events that are held outside the queue. */
    private int held;

    /** Creates a queue at tick 0. */
    public EventQueue() {
        farIndex.defaultReturnValue(NONE);
        lay(LEAST_WHEEL);
    }

    private void lay(int slots) {
        mask = slots - 1;
        wheel = new int[slots * 2];
        Arrays.fill(wheel, NONE);
        words = new long[slots / 64];
        summary = new long[(words.length + 63) / 64];
    }

    /**
     * Sizes the wheel so that events up to this many ticks ahead are cheap, up to a bound.
     *
     * @throws IllegalStateException when events are pending
     */
    public void widen(long reach) {
        if (scheduled > fired) {
            throw new IllegalStateException(
                    "the queue has " + Counted.of(pending(), "event") + " pending and cannot change its wheel");
        }
        int slots = mask + 1;
        while (slots <= reach && slots < MOST_WHEEL) {
            slots *= 2;
        }
        if (slots > mask + 1) {
            lay(slots);
        }
    }

    /**
     * Divides events among processes that run in rounds, as multithreaded ns-3 does: each event fires at its tick, but
     * in a different order within a tick and between processes. Within a handler, the time is that of its process. Such
     * a queue supports neither {@link #settle} nor leaps. Process 0, which all others wait for, is the one that
     * schedules before the first {@link #step}.
     *
     * @param lookahead per process, how many ticks it may run ahead of the slowest
     * @throws IllegalStateException when events are pending
     */
    public void divide(long[] lookahead) {
        if (scheduled > fired) {
            throw new IllegalStateException(
                    "the queue has " + Counted.of(pending(), "event") + " pending and cannot be divided");
        }
        processes = new LogicalProcesses(lookahead);
        special = true;
    }

    /** Lets events be followed from now on, or no longer when null. Not for a queue that is divided. */
    public void trace(EventTrace follows) {
        trace = follows;
        special = follows != null;
    }

    /** Registers a handler; returns its number for {@link #schedule}. */
    public int register(EventHandler handler) {
        if (handlerCount == handlers.length) {
            handlers = Arrays.copyOf(handlers, handlerCount * 2);
        }
        handlers[handlerCount] = handler;
        return handlerCount++;
    }

    /**
     * Names the two handlers that receive nearly all events. They are called directly, without a load from the table of
     * handlers that the processor would have to wait for.
     *
     * @param handler a number from {@link #register} that is used in {@link #scheduleOwned}
     * @param other another one
     */
    public void favour(int handler, int other) {
        frequent = handler | OWNED;
        frequentHandler = handlers[handler];
        alsoFrequent = other | OWNED;
        alsoFrequentHandler = handlers[other];
    }

    /** The current tick. */
    public long now() {
        return now;
    }

    /** The number of events not yet fired. */
    public long pending() {
        return scheduled - fired + held;
    }

    /** The number of events fired so far. */
    public long fired() {
        return fired;
    }

    /** The number of events fired that were scheduled with {@link #schedule} rather than as owned cells; leaps do not count. */
    public long firedUnowned() {
        return firedUnowned;
    }

    /** The tick of the next event, or {@link Long#MAX_VALUE} when nothing is pending. */
    public long nextTick() {
        long awaited = held > 0 ? settleTick : Long.MAX_VALUE;
        if (scheduled == fired) {
            return awaited;
        }
        return Math.min(awaited, inWheel == 0 ? farTicks.firstLong() : nextInWheel());
    }

    /**
     * For a handler while it is being called: the tick of the next event, which is the current tick if more of its
     * events follow, or {@link Long#MAX_VALUE} when nothing is pending.
     */
    public long following() {
        int slot = (int) now & mask;
        if (wheel[2 * slot] != NONE) {
            return now;
        }
        clear(slot);
        long tick = nextTick();
        mark(slot);
        return tick;
    }

    /**
     * Schedules an event.
     *
     * @param tick when it is due, the current tick or later
     * @param handler a number from {@link #register}
     * @param argument passed to the handler
     */
    public void schedule(long tick, int handler, long argument) {
        int event = take();
        int at = event << SHIFT;
        int[] e = events;
        e[at + HANDLER] = handler;
        e[at + LOW] = (int) argument;
        e[at + HIGH] = (int) (argument >>> 32);
        insert(tick, event);
    }

    /** Schedules an event of a process; the same as {@link #schedule} in an undivided queue. */
    public void scheduleIn(int process, long tick, int handler, long argument) {
        if (processes == null) {
            schedule(tick, handler, argument);
            return;
        }
        refuseBeyondTime(tick);
        scheduled++;
        processes.insert(process, tick, cell(handler, argument));
    }

    /** Schedules an owned cell of a process; the same as {@link #scheduleOwned} in an undivided queue. */
    public void scheduleOwnedIn(int process, long tick, int handler, int cell) {
        if (processes == null) {
            scheduleOwned(tick, handler, cell);
            return;
        }
        refuseBeyondTime(tick);
        scheduled++;
        processes.insert(process, tick, owned(handler, cell));
    }

    /**
     * Schedules a cell that the caller took with {@link #take} and keeps owning; the handler gets the number of the
     * cell. It must not be scheduled again before it has fired.
     *
     * @param tick when it is due, the current tick or later
     * @param handler a number from {@link #register}
     */
    public void scheduleOwned(long tick, int handler, int cell) {
        events[(cell << SHIFT) + HANDLER] = handler | OWNED;
        insert(tick, cell);
    }

    private void insert(long tick, int event) {
        int[] e = events;
        e[event << SHIFT] = NONE;
        scheduled++;
        if (special && diverted(tick, event)) {
            return;
        }
        long ahead = tick - now;
        if (ahead > mask) {
            scheduleFar(tick, event);
            return;
        }
        if (ahead < 0) {
            throw new IllegalArgumentException("event at tick " + tick + " lies before the current tick " + now);
        }
        int slot = (int) tick & mask;
        int[] w = wheel;
        if (w[2 * slot] == NONE) {
            w[2 * slot] = event;
            mark(slot);
        } else {
            e[w[2 * slot + 1] << SHIFT] = event;
        }
        w[2 * slot + 1] = event;
    }

    private boolean diverted(long tick, int event) {
        if (processes != null) {
            refuseBeyondTime(tick);
            processes.insert(tick, event);
            return true;
        }
        if (!trace.takes(tick, event)) {
            return false;
        }
        scheduled--;
        held++;
        return true;
    }

    /**
     * Advances to the next tick that has events and fires all of them, including those added meanwhile for the same tick.
     *
     * @return false when nothing is pending
     */
    public boolean step() {
        if (special) {
            return stepSpecially();
        }
        if (scheduled == fired) {
            return false;
        }
        if (advance()) {
            settler.run();
            return true;
        }
        int slot = (int) now & mask;
        int event;
        while ((event = wheel[2 * slot]) != NONE) {
            int at = event << SHIFT;
            // Unlinked before it fires: the handler may reuse the cell, or append to this very list.
            wheel[2 * slot] = events[at];
            fire(event, at);
        }
        clear(slot);
        if (settling) {
            settling = false;
            settler.run();
        }
        return true;
    }

    private void fire(int event, int at) {
        int handler = events[at + HANDLER];
        fired++;
        if (handler == frequent) {
            frequentHandler.fire(event);
        } else if (handler == alsoFrequent) {
            alsoFrequentHandler.fire(event);
        } else if ((handler & OWNED) != 0) {
            handlers[handler & ~OWNED].fire(event);
        } else {
            long argument = (long) events[at + HIGH] << 32 | events[at + LOW] & 0xffffffffL;
            give(event);
            firedUnowned++;
            handlers[handler].fire(argument);
        }
    }

    private boolean stepSpecially() {
        if (scheduled == fired && held == 0) {
            return false;
        }
        if (processes != null) {
            int event = processes.next();
            now = processes.now();
            fire(event, event << SHIFT);
        } else if (scheduled == fired) {
            now = settleTick;
            settleTick = Long.MAX_VALUE;
            settler.run();
        } else if (advance()) {
            settler.run();
        } else {
            fireTraced();
        }
        return true;
    }

    private void fireTraced() {
        int slot = (int) now & mask;
        trace.begins();
        int event;
        while ((event = wheel[2 * slot]) != NONE) {
            int at = event << SHIFT;
            wheel[2 * slot] = events[at];
            trace.fires(event);
            fire(event, at);
        }
        clear(slot);
        trace.ends();
        if (settling) {
            settling = false;
            settler.run();
        }
    }

    /**
     * Fires an event that is held outside the queue, at its own tick, and returns to the current one.
     *
     * @param tick when the event is due, the current tick or an earlier one
     */
    public void fireHeld(long tick, int event) {
        long current = now;
        now = tick;
        held--;
        scheduled++;
        fire(event, event << SHIFT);
        now = current;
    }

    /** Counts events that are held outside the queue, or no longer when negative; they count as {@link #pending}. */
    public void hold(int more) {
        held += more;
    }

    /** Counts events as fired that never were in the queue. */
    public void countFired(long more) {
        fired += more;
        scheduled += more;
    }

    /** Puts an event into the queue that was held outside it, or a new one from {@link #cell} or {@link #owned}. */
    public void put(long tick, int event) {
        insert(tick, event);
    }

    /** The first event of the current tick that has not fired, or a negative number; the first int of its cell is the next. */
    public int firstNow() {
        return wheel[2 * ((int) now & mask)];
    }

    /** Sorts the events of the current tick that have not fired. */
    public void arrangeNow(IntComparator order) {
        int slot = (int) now & mask;
        IntArrayList some = new IntArrayList();
        visitList(wheel[2 * slot], now, (tick, event) -> some.add(event));
        some.sort(order);
        int last = NONE;
        for (int i = some.size() - 1; i >= 0; i--) {
            events[some.getInt(i) << SHIFT] = last;
            last = some.getInt(i);
        }
        wheel[2 * slot] = last;
        if (last != NONE) {
            wheel[2 * slot + 1] = some.getInt(some.size() - 1);
        }
    }

    /** Sets the action to run at the end of a tick for which {@link #settle} was called. */
    public void settles(Runnable action) {
        settler = action;
    }

    /** Requests a call at the end of the current tick, when all of its events have fired. */
    public void settle() {
        settling = true;
    }

    /**
     * Requests a call at the end of a tick, whether or not it has events; replaces an earlier request. No call is made
     * when no event follows.
     *
     * @param tick the current one or a later one, or {@link Long#MAX_VALUE} for none
     */
    public void settleAt(long tick) {
        settleTick = tick;
    }

    /** The last tick to which {@link #leap} may move the clock, because the run is limited there. */
    public long horizon() {
        return horizon;
    }

    /** Sets the last tick to which leaps may move the clock. */
    public void limitLeaps(long tick) {
        horizon = tick;
    }

    /** The number of an event's handler. */
    public int handlerOf(int event) {
        return events[(event << SHIFT) + HANDLER] & ~OWNED;
    }

    /** The argument of an event that is not owned. */
    public long argumentOf(int event) {
        int at = event << SHIFT;
        return (long) events[at + HIGH] << 32 | events[at + LOW] & 0xffffffffL;
    }

    /** Visits pending events in firing order until the visitor returns false. Call only between ticks. */
    public void visit(EventVisitor visitor) {
        int from = (int) now & mask;
        for (int i = 0; i <= words.length; i++) {
            int word = (from >> 6) + i & words.length - 1;
            long bits = words[word];
            if (i == 0) {
                bits &= -1L << from;
            } else if (i == words.length) {
                bits &= ~(-1L << from);
            }
            for (; bits != 0; bits &= bits - 1) {
                int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
                if (!visitList(wheel[2 * slot], now + (slot - from & mask), visitor)) {
                    return;
                }
            }
        }
        long[] ticks = farIndex.keySet().toLongArray();
        Arrays.sort(ticks);
        for (long tick : ticks) {
            if (!visitList(farHead[farIndex.get(tick)], tick, visitor)) {
                return;
            }
        }
    }

    private boolean visitList(int first, long tick, EventVisitor visitor) {
        for (int event = first; event != NONE; event = events[event << SHIFT]) {
            if (!visitor.event(tick, event)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Moves the clock and replaces all pending events, at the end of a tick. The caller keeps, releases or creates
     * events; those of one tick will fire in the order given.
     *
     * @param to the new current tick, not past {@link #horizon} nor, if events are pending, before the old one
     * @param tick when each event is due, after {@code to}
     * @param event the events: visited ones that remain, and new ones from {@link #cell} or {@link #take}
     * @param count number of events
     * @param more number of events to count as fired
     */
    public void leap(long to, long[] tick, int[] event, int count, long more) {
        if (to < now && scheduled > fired || to > horizon) {
            throw new IllegalArgumentException("leap from tick " + now + " to " + to + " with horizon " + horizon);
        }
        for (int word = 0; inWheel > 0 && word < words.length; word++) {
            for (long bits = words[word]; bits != 0; bits = words[word]) {
                int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
                wheel[2 * slot] = NONE;
                clear(slot);
            }
        }
        farTicks.clear();
        farIndex.clear();
        farFreeCount = 0;
        farUsed = 0;
        lastFarTick = -1;
        now = to;
        fired += more;
        scheduled = fired;
        for (int i = 0; i < count; i++) {
            insert(tick[i], event[i]);
        }
    }

    /** Creates an event for {@link #leap} that fires like one of {@link #schedule}. */
    public int cell(int handler, long argument) {
        int event = take();
        int at = event << SHIFT;
        events[at + HANDLER] = handler;
        events[at + LOW] = (int) argument;
        events[at + HIGH] = (int) (argument >>> 32);
        return event;
    }

    /** Prepares an owned cell for {@link #leap} so that it fires like one of {@link #scheduleOwned}. */
    public int owned(int handler, int cell) {
        events[(cell << SHIFT) + HANDLER] = handler | OWNED;
        return cell;
    }

    /** The cells, eight ints each; {@link #take} may replace the array by a longer one. */
    public int[] cells() {
        return events;
    }

    /**
     * Takes a cell for {@link #scheduleOwned}; while it is not scheduled, its owner may use all ints but the second.
     */
    public int take() {
        int event = freeList;
        if (event != NONE) {
            freeList = events[event << SHIFT];
            return event;
        }
        if (used << SHIFT == events.length) {
            events = Arrays.copyOf(events, events.length * 2);
        }
        return used++;
    }

    /** Releases a cell. */
    public void give(int cell) {
        events[cell << SHIFT] = freeList;
        freeList = cell;
    }

    private void mark(int slot) {
        int word = slot >> 6;
        if (words[word] == 0) {
            summary[word >> 6] |= 1L << word;
            inWheel++;
        }
        words[word] |= 1L << slot;
    }

    private void clear(int slot) {
        int word = slot >> 6;
        words[word] &= ~(1L << slot);
        if (words[word] == 0) {
            summary[word >> 6] &= ~(1L << word);
            inWheel--;
        }
    }

    /**
     * Moves the clock to the next tick with events, or to the tick of {@link #settleAt} if it comes first, and moves
     * far ticks that come within reach into the wheel.
     *
     * @return whether the clock is at the tick of {@link #settleAt}
     */
    private boolean advance() {
        long next = inWheel == 0 ? farTicks.firstLong() : nextInWheel();
        boolean stops = next > settleTick;
        now = stops ? settleTick : next;
        if (stops) {
            settleTick = Long.MAX_VALUE;
        }
        while (!farTicks.isEmpty() && farTicks.firstLong() - now <= mask) {
            long tick = farTicks.dequeueLong();
            int far = farIndex.remove(tick);
            // The slot is empty: nothing of that tick could be scheduled into the wheel until now.
            int slot = (int) tick & mask;
            wheel[2 * slot] = farHead[far];
            wheel[2 * slot + 1] = farTail[far];
            mark(slot);
            giveBack(far);
        }
        return stops;
    }

    private long nextInWheel() {
        int from = (int) now & mask;
        int word = from >> 6;
        long bits = words[word] & -1L << from;
        if (bits == 0) {
            word = nextWord(word + 1 & words.length - 1);
            bits = words[word];
        }
        int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
        return now + (slot - from & mask);
    }

    /** The next non-zero word, starting at this one and wrapping around. */
    private int nextWord(int from) {
        int at = from >> 6;
        long bits = summary[at] & -1L << from;
        while (bits == 0) {
            at = at + 1 == summary.length ? 0 : at + 1;
            bits = summary[at];
        }
        return (at << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** A time that overflowed is negative; one too large to represent is the maximum. */
    private void refuseBeyondTime(long tick) {
        if (tick < now || tick == Long.MAX_VALUE) {
            throw new HorizonException(now);
        }
    }

    private void scheduleFar(long tick, int event) {
        refuseBeyondTime(tick);
        int far = tick == lastFarTick ? lastFar : farIndex.get(tick);
        if (far == NONE) {
            far = newFar();
            farHead[far] = event;
            farIndex.put(tick, far);
            farTicks.enqueue(tick);
        } else {
            events[farTail[far] << SHIFT] = event;
        }
        farTail[far] = event;
        lastFarTick = tick;
        lastFar = far;
    }

    private int newFar() {
        if (farFreeCount > 0) {
            return farFree[--farFreeCount];
        }
        if (farUsed == farHead.length) {
            farHead = Arrays.copyOf(farHead, farUsed * 2);
            farTail = Arrays.copyOf(farTail, farUsed * 2);
            farFree = Arrays.copyOf(farFree, farUsed * 2);
        }
        return farUsed++;
    }

    private void giveBack(int far) {
        if (far == lastFar) {
            lastFarTick = -1;
        }
        farFree[farFreeCount++] = far;
    }
}
