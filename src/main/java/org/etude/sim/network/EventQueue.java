package org.etude.sim.network;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * The clock: events in order of tick, within a tick in order of scheduling; an event scheduled for the present tick goes to
 * its end. One tick is one nanosecond. Ticks within the next 4,096 live in a wheel with a two-level bitmap, later ones in a
 * heap of distinct ticks; both keep lists in pooled columns, so an event costs no object and O(1) near the present.
 */
public final class EventQueue {
    private static final int WHEEL = 4096;
    private static final int MASK = WHEEL - 1;
    private static final int NONE = -1;

    private EventHandler[] handlers = new EventHandler[4];
    private int handlerCount;

    private int[] next = new int[1024];
    private byte[] owner = new byte[1024];
    private long[] arg = new long[1024];
    private int freeList = NONE;
    private int used;

    private final int[] wheelHead = new int[WHEEL];
    private final int[] wheelTail = new int[WHEEL];
    private final long[] words = new long[WHEEL / 64];
    private long summary;

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
    private long pending;
    private long fired;

    /** A queue at tick 0. */
    public EventQueue() {
        Arrays.fill(wheelHead, NONE);
        farIndex.defaultReturnValue(NONE);
    }

    /** Takes a handler in; the number is for {@link #schedule}. At most 127. */
    public int register(EventHandler handler) {
        if (handlerCount == handlers.length) {
            handlers = Arrays.copyOf(handlers, handlerCount * 2);
        }
        handlers[handlerCount] = handler;
        return handlerCount++;
    }

    /** The present tick. */
    public long now() {
        return now;
    }

    /** Events not yet fired. */
    public long pending() {
        return pending;
    }

    /** Events fired so far. */
    public long fired() {
        return fired;
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
        owner[event] = (byte) handler;
        arg[event] = argument;
        next[event] = NONE;
        pending++;
        long ahead = tick - now;
        if (ahead < WHEEL) {
            if (ahead < 0) {
                throw new IllegalArgumentException("event at tick " + tick + " lies before the present tick " + now);
            }
            int slot = (int) tick & MASK;
            if (wheelHead[slot] == NONE) {
                wheelHead[slot] = event;
                mark(slot);
            } else {
                next[wheelTail[slot]] = event;
            }
            wheelTail[slot] = event;
        } else {
            scheduleFar(tick, event);
        }
    }

    /**
     * Goes to the next tick that has events and fires all of them, those added meanwhile for the same tick too.
     *
     * @return false when nothing is pending
     */
    public boolean step() {
        if (pending == 0) {
            return false;
        }
        advance();
        int slot = (int) now & MASK;
        int event = wheelHead[slot];
        while (event != NONE) {
            byte handler = owner[event];
            long argument = arg[event];
            pending--;
            fired++;
            handlers[handler].fire(argument);
            // Read after firing: the handler may have appended to this very list.
            int following = next[event];
            next[event] = freeList;
            freeList = event;
            event = following;
        }
        wheelHead[slot] = NONE;
        clear(slot);
        return true;
    }

    private int take() {
        if (freeList != NONE) {
            int event = freeList;
            freeList = next[event];
            return event;
        }
        if (used == next.length) {
            next = Arrays.copyOf(next, used * 2);
            owner = Arrays.copyOf(owner, used * 2);
            arg = Arrays.copyOf(arg, used * 2);
        }
        return used++;
    }

    private void mark(int slot) {
        words[slot >> 6] |= 1L << slot;
        summary |= 1L << (slot >> 6);
    }

    private void clear(int slot) {
        words[slot >> 6] &= ~(1L << slot);
        if (words[slot >> 6] == 0) {
            summary &= ~(1L << (slot >> 6));
        }
    }

    /** Moves the clock to the next tick with events and far ticks that come within reach into the wheel. */
    private void advance() {
        long target = summary == 0 ? farTicks.firstLong() : nextInWheel();
        now = target;
        while (!farTicks.isEmpty() && farTicks.firstLong() - now < WHEEL) {
            long tick = farTicks.dequeueLong();
            int far = farIndex.remove(tick);
            // The slot is empty: until now nothing of that tick could be scheduled into the wheel.
            int slot = (int) tick & MASK;
            wheelHead[slot] = farHead[far];
            wheelTail[slot] = farTail[far];
            mark(slot);
            giveBack(far);
        }
    }

    private long nextInWheel() {
        int from = (int) now & MASK;
        long word = words[from >> 6] & (-1L << from);
        int slot;
        if (word != 0) {
            slot = (from & ~63) + Long.numberOfTrailingZeros(word);
        } else {
            int start = (from >> 6) + 1;
            // A shift by 64 is a shift by 0 in Java, hence the test.
            long later = start == 64 ? 0 : summary & (-1L << start);
            int w = Long.numberOfTrailingZeros(later != 0 ? later : summary);
            slot = (w << 6) + Long.numberOfTrailingZeros(words[w]);
        }
        return now + ((slot - from) & MASK);
    }

    private void scheduleFar(long tick, int event) {
        int far = tick == lastFarTick ? lastFar : farIndex.get(tick);
        if (far == NONE) {
            far = newFar();
            farHead[far] = event;
            farIndex.put(tick, far);
            farTicks.enqueue(tick);
        } else {
            next[farTail[far]] = event;
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
