// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * The clock: events in order of tick, within a tick in order of scheduling; an event scheduled for the present tick goes to
 * its end. One tick is one nanosecond. Near ticks live in a wheel of a slot a tick with a bitmap, later ones in a heap of
 * distinct ticks; both keep lists in one pooled column, so an event costs no object and O(1) near the present.
 */
public final class EventQueue {
    private static final int LEAST_WHEEL = 4096;
    private static final int MOST_WHEEL = 1 << 17;
    private static final int NONE = -1;
    /** An event is a cell of eight ints: next event, handler, low and high half of the argument, four of its owner's. */
    public static final int SHIFT = 3;

    private static final int HANDLER = 1;
    private static final int LOW = 2;
    private static final int HIGH = 3;
    /** Marks the handler of a cell that stays its owner's after the event. */
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

    /** First and last event of each slot, side by side. */
    private int[] wheel;

    private int mask;
    private long[] words;
    /** One bit per word. */
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
    /** Events ever scheduled and fired; the difference is pending. */
    private long scheduled;

    private long fired;
    private long horizon = Long.MAX_VALUE;
    private Runnable settler = () -> {};
    private boolean settling;
    private long settleTick = Long.MAX_VALUE;
    /** The order of events when they are divided among processes, or null. */
    private LogicalProcesses processes;

    /** A queue at tick 0. */
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
                    "the queue has " + pending() + " events pending and cannot change its wheel");
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
     * Divides events among processes that run in rounds, as a multithreaded ns-3 does: each event fires at its tick, but
     * within a tick, and between processes, in another order. Time in a handler is that of its process. Events that exist
     * only to end a tick ({@link #settle}), and leaps, are not for such a queue. Process 0, which all others wait for, is the one
     * that schedules before the first {@link #step}.
     *
     * @param lookahead by process, how far it may run ahead of the slowest
     * @throws IllegalStateException when events are pending
     */
    public void divide(long[] lookahead) {
        if (scheduled > fired) {
            throw new IllegalStateException("the queue has " + pending() + " events pending and cannot be divided");
        }
        processes = new LogicalProcesses(lookahead);
    }

    /** Registers a handler; the number is for {@link #schedule}. */
    public int register(EventHandler handler) {
        if (handlerCount == handlers.length) {
            handlers = Arrays.copyOf(handlers, handlerCount * 2);
        }
        handlers[handlerCount] = handler;
        return handlerCount++;
    }

    /**
     * Tells which two handlers hear of nearly all events. They are called without a look at the table of handlers, which the
     * processor would have to wait for.
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

    /** The present tick. */
    public long now() {
        return now;
    }

    /** Events not yet fired. */
    public long pending() {
        return scheduled - fired;
    }

    /** Events fired so far. */
    public long fired() {
        return fired;
    }

    /** The tick of the next event, or {@link Long#MAX_VALUE} when nothing is pending. */
    public long nextTick() {
        if (scheduled == fired) {
            return Long.MAX_VALUE;
        }
        return inWheel == 0 ? farTicks.firstLong() : nextInWheel();
    }

    /**
     * For a handler while it is fired: the tick of the next event, the present one when more of it is to come, or {@link
     * Long#MAX_VALUE} when nothing is pending.
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
     * @param tick when, the present tick or later
     * @param handler a number from {@link #register}
     * @param argument handed to the handler
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

    /** Schedules an event of a process; in a queue that is not divided it is {@link #schedule}. */
    public void scheduleIn(int process, long tick, int handler, long argument) {
        if (processes == null) {
            schedule(tick, handler, argument);
            return;
        }
        refuseBeyondTime(tick);
        scheduled++;
        processes.insert(process, tick, cell(handler, argument));
    }

    /** Schedules an owned cell of a process; in a queue that is not divided it is {@link #scheduleOwned}. */
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
     * Schedules a cell that the caller took with {@link #take} and goes on owning: no event is made for it, the handler gets
     * the cell's number. It must not be scheduled again before it fired.
     *
     * @param tick when, the present tick or later
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
        if (processes != null) {
            refuseBeyondTime(tick);
            processes.insert(tick, event);
            return;
        }
        long ahead = tick - now;
        if (ahead > mask) {
            scheduleFar(tick, event);
            return;
        }
        if (ahead < 0) {
            throw new IllegalArgumentException("event at tick " + tick + " lies before the present tick " + now);
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

    /**
     * Advances to the next tick that has events and fires all of them, including those added meanwhile for the same tick.
     *
     * @return false when nothing is pending
     */
    public boolean step() {
        if (scheduled == fired) {
            return false;
        }
        if (processes != null) {
            fireDivided();
            return true;
        }
        if (advance()) {
            settler.run();
            return true;
        }
        int slot = (int) now & mask;
        int event;
        while ((event = wheel[2 * slot]) != NONE) {
            int at = event << SHIFT;
            // Off the list before it fires: the handler may use the cell again, or append to this very list.
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
            handlers[handler].fire(argument);
        }
    }

    private void fireDivided() {
        int event = processes.next();
        now = processes.now();
        fire(event, event << SHIFT);
    }

    /** Called at the end of a tick for which {@link #settle} was called. */
    public void settles(Runnable action) {
        settler = action;
    }

    /** Requests a call at the end of the present tick, when none of its events is left. */
    public void settle() {
        settling = true;
    }

    /**
     * Requests a call at the end of a tick, whether or not it has events; replaces an earlier request. No call is made when no
     * event follows.
     *
     * @param tick the present one or a later one, or {@link Long#MAX_VALUE} for none
     */
    public void settleAt(long tick) {
        settleTick = tick;
    }

    /** The tick that {@link #leap} must not pass because the run is limited there. */
    public long horizon() {
        return horizon;
    }

    /** Keeps leaps from passing a tick. */
    public void limitLeaps(long tick) {
        horizon = tick;
    }

    /** The number of the handler that an event waits for. */
    public int handlerOf(int event) {
        return events[(event << SHIFT) + HANDLER] & ~OWNED;
    }

    /** What an event that is not owned will hand to its handler. */
    public long argumentOf(int event) {
        int at = event << SHIFT;
        return (long) events[at + HIGH] << 32 | events[at + LOW] & 0xffffffffL;
    }

    /** Visits pending events in firing order until the visitor returns false. Call only between ticks. */
    public void visit(Visitor visitor) {
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

    private boolean visitList(int first, long tick, Visitor visitor) {
        for (int event = first; event != NONE; event = events[event << SHIFT]) {
            if (!visitor.event(tick, event)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Moves the clock and replaces all pending events, at the end of a tick. The caller keeps, releases or creates events; those
     * of one tick will fire in the order given.
     *
     * @param to the new present, not before the old one nor past {@link #horizon}
     * @param tick when each event is due, after {@code to}
     * @param event the events: those shown by {@link #visit} that remain, and new ones from {@link #cell} or {@link #take}
     * @param count how many
     * @param more events counted as fired
     */
    public void leap(long to, long[] tick, int[] event, int count, long more) {
        if (to < now || to > horizon) {
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

    /** An event for {@link #leap} that fires as one of {@link #schedule}. */
    public int cell(int handler, long argument) {
        int event = take();
        int at = event << SHIFT;
        events[at + HANDLER] = handler;
        events[at + LOW] = (int) argument;
        events[at + HIGH] = (int) (argument >>> 32);
        return event;
    }

    /** An owned cell for {@link #leap} that fires as one of {@link #scheduleOwned}. */
    public int owned(int handler, int cell) {
        events[(cell << SHIFT) + HANDLER] = handler | OWNED;
        return cell;
    }

    /** Visitor of pending events. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Visits one event.
         *
         * @param tick when it is due
         * @param event its cell
         * @return whether to go on
         */
        boolean event(long tick, int event);
    }

    /** The cells, eight ints each; replaced by a longer array when {@link #take} needs one. */
    public int[] cells() {
        return events;
    }

    /** A cell for {@link #scheduleOwned}; the owner may use all of it but the second int while it is not scheduled. */
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
     * Moves the clock to the next tick with events, or to that of {@link #settleAt} when it comes first, and far ticks that come
     * within reach into the wheel.
     *
     * @return whether the clock stands where {@link #settleAt} asked for
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
            // The slot is empty: until now nothing of that tick could be scheduled into the wheel.
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

    /** The first word from this one on, around the end, that has a bit. */
    private int nextWord(int from) {
        int at = from >> 6;
        long bits = summary[at] & -1L << from;
        while (bits == 0) {
            at = at + 1 == summary.length ? 0 : at + 1;
            bits = summary[at];
        }
        return (at << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Sums of times that overflowed are negative, times that were too large to be one are the largest. */
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
