// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.event;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.etude.network.analytic.TieLedger;
import org.etude.network.queue.EventQueue;

/**
 * Events that ranks schedule for themselves. All events of a rank at one tick run together, at the queue position of the first one
 * scheduled; events added while they run are appended. This decides ties, so it is reproduced exactly.
 */
public final class SysEvents {
    private static final int NONE = -1;
    /** From this number of scheduled ticks on, a rank uses a map to look them up. */
    private static final int MANY = 24;

    /** Handles an event. */
    public interface Target {
        void due(int rank, long token, long extra);
    }

    private final EventQueue queue;
    private final Target target;
    private final int handler;
    /** In a run reduced by symmetry, the ledger of the proof; else null. */
    private final TieLedger ledger;

    private final int[] firstList;
    private final int[] listCount;
    private final Long2IntOpenHashMap[] byTick;

    private long[] tick = new long[256];
    private int[] rank = new int[256];
    private int[] head = new int[256];
    private int[] tail = new int[256];
    private int[] nextList = new int[256];
    private int freeList = NONE;
    private int lists;

    private int[] next = new int[256];
    private long[] token = new long[256];
    private long[] extra = new long[256];
    private int freeEntry = NONE;
    private int entries;

    /** Creates lists of events per tick and rank on a queue, passed to the target one by one. */
    public SysEvents(EventQueue queue, int ranks, Target target, TieLedger ledger) {
        this.ledger = ledger;
        this.queue = queue;
        this.target = target;
        this.handler = queue.register(list -> run((int) list));
        firstList = new int[ranks];
        Arrays.fill(firstList, NONE);
        listCount = new int[ranks];
        byTick = new Long2IntOpenHashMap[ranks];
    }

    /** Schedules an event for a rank, {@code delay} ns from now. */
    public void plan(int of, long delay, long what, long more) {
        long at = queue.now() + delay;
        int entry = entry(what, more);
        int list = find(of, at);
        if (list == NONE) {
            list = open(of, at);
            head[list] = entry;
            if (ledger != null) {
                ledger.opened(list);
            }
            queue.schedule(at, handler, list);
        } else {
            next[tail[list]] = entry;
        }
        tail[list] = entry;
    }

    private void run(int list) {
        int of = rank[list];
        int entry = head[list];
        if (ledger != null) {
            ledger.fires(queue.now(), of, list);
        }
        while (entry != NONE) {
            target.due(of, token[entry], extra[entry]);
            int following = next[entry];
            next[entry] = freeEntry;
            freeEntry = entry;
            entry = following;
        }
        close(list);
    }

    private int find(int of, long at) {
        if (byTick[of] != null) {
            return byTick[of].get(at);
        }
        int list = firstList[of];
        while (list != NONE && tick[list] != at) {
            list = nextList[list];
        }
        return list;
    }

    private int open(int of, long at) {
        int list = freeList;
        if (list == NONE) {
            if (lists == tick.length) {
                grow();
            }
            list = lists++;
        } else {
            freeList = nextList[list];
        }
        tick[list] = at;
        rank[list] = of;
        nextList[list] = firstList[of];
        firstList[of] = list;
        listCount[of]++;
        if (byTick[of] != null) {
            byTick[of].put(at, list);
        } else if (listCount[of] > MANY) {
            index(of);
        }
        return list;
    }

    private void grow() {
        int wider = lists * 2;
        tick = Arrays.copyOf(tick, wider);
        rank = Arrays.copyOf(rank, wider);
        head = Arrays.copyOf(head, wider);
        tail = Arrays.copyOf(tail, wider);
        nextList = Arrays.copyOf(nextList, wider);
    }

    private void index(int of) {
        byTick[of] = new Long2IntOpenHashMap();
        byTick[of].defaultReturnValue(NONE);
        for (int list = firstList[of]; list != NONE; list = nextList[list]) {
            byTick[of].put(tick[list], list);
        }
        firstList[of] = NONE;
    }

    private void close(int list) {
        int of = rank[list];
        listCount[of]--;
        if (byTick[of] != null) {
            byTick[of].remove(tick[list]);
        } else if (firstList[of] == list) {
            firstList[of] = nextList[list];
        } else {
            int before = firstList[of];
            while (nextList[before] != list) {
                before = nextList[before];
            }
            nextList[before] = nextList[list];
        }
        nextList[list] = freeList;
        freeList = list;
    }

    private int entry(long what, long more) {
        int entry = freeEntry;
        if (entry == NONE) {
            if (entries == next.length) {
                next = Arrays.copyOf(next, entries * 2);
                token = Arrays.copyOf(token, entries * 2);
                extra = Arrays.copyOf(extra, entries * 2);
            }
            entry = entries++;
        } else {
            freeEntry = next[entry];
        }
        token[entry] = what;
        extra[entry] = more;
        next[entry] = NONE;
        return entry;
    }
}
