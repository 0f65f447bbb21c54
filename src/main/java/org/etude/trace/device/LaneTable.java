// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.store.Saved;
import org.etude.store.Storable;

/** Host threads and GPU streams of one trace, numbered in the order met. */
final class LaneTable implements Storable {
    /** Device or stream of a lane that has none. */
    static final int NONE = -1;

    private final List<String> names = new ArrayList<>();
    private final IntArrayList devices = new IntArrayList();
    private final IntArrayList streams = new IntArrayList();
    private long[] firsts = new long[16];
    private long[] seconds = new long[16];
    private boolean[] gpus = new boolean[16];
    private int[] table = new int[64];
    private int last = -1;

    /** The lane of a host thread. */
    int host(long pid, long tid, LaneNames written) {
        return find(false, pid, tid, written);
    }

    /** The lane of a GPU stream. */
    int gpu(int device, int stream, LaneNames written) {
        return find(true, device, stream, written);
    }

    /** Provides the thread id as written, for new lanes only. */
    @FunctionalInterface
    interface LaneNames {
        /** The text. */
        String tid();
    }

    /** Number of lanes. */
    int size() {
        return names.size();
    }

    /** The tid as written. */
    String name(int lane) {
        return names.get(lane);
    }

    /** GPU ordinal, -1 for a host thread. */
    int device(int lane) {
        return devices.getInt(lane);
    }

    /** GPU stream, -1 for a host thread. */
    int stream(int lane) {
        return streams.getInt(lane);
    }

    private int find(boolean gpu, long first, long second, LaneNames written) {
        if (last >= 0 && is(last, gpu, first, second)) {
            return last;
        }
        int at = slot(gpu, first, second);
        while (table[at] != 0) {
            int lane = table[at] - 1;
            if (is(lane, gpu, first, second)) {
                last = lane;
                return lane;
            }
            at = at + 1 & table.length - 1;
        }
        last = add(gpu, first, second, written.tid());
        return last;
    }

    private boolean is(int lane, boolean gpu, long first, long second) {
        return firsts[lane] == first && seconds[lane] == second && gpus[lane] == gpu;
    }

    private int slot(boolean gpu, long first, long second) {
        return (int) HashCommon.mix(first * 31 + second * 2 + (gpu ? 1 : 0)) & table.length - 1;
    }

    private int add(boolean gpu, long first, long second, String name) {
        int lane = names.size();
        if (lane == firsts.length) {
            firsts = Arrays.copyOf(firsts, lane * 2);
            seconds = Arrays.copyOf(seconds, lane * 2);
            gpus = Arrays.copyOf(gpus, lane * 2);
        }
        firsts[lane] = first;
        seconds[lane] = second;
        gpus[lane] = gpu;
        names.add(name);
        devices.add(gpu ? (int) first : NONE);
        streams.add(gpu ? (int) second : NONE);
        if ((lane + 1) * 2 > table.length) {
            table = new int[table.length * 2];
            for (int i = 0; i < lane; i++) {
                place(i);
            }
        }
        place(lane);
        return lane;
    }

    private void place(int lane) {
        int at = slot(gpus[lane], firsts[lane], seconds[lane]);
        while (table[at] != 0) {
            at = at + 1 & table.length - 1;
        }
        table[at] = lane + 1;
    }

    /** The lanes in the order met. */
    private record Lanes(List<String> names, long[] firsts, long[] seconds, boolean[] gpus) implements Saved {
        @Override
        public Object restored() {
            LaneTable table = new LaneTable();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                table.find(gpus[i], firsts[i], seconds[i], () -> name);
            }
            return table;
        }
    }

    @Override
    public Saved saved() {
        return new Lanes(names, firsts, seconds, gpus);
    }
}
