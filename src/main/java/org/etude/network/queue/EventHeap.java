// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import java.util.Arrays;

/** Events by tick, then by number: a binary heap in columns. */
final class EventHeap {
    private long[] ticks = new long[64];
    private long[] numbers = new long[64];
    private int[] cells = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The tick of the first event. */
    long tick() {
        return ticks[0];
    }

    void add(long tick, long number, int cell) {
        if (size == ticks.length) {
            ticks = Arrays.copyOf(ticks, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
            cells = Arrays.copyOf(cells, size * 2);
        }
        int at = size++;
        while (at > 0 && before(tick, number, (at - 1) / 2)) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        put(at, tick, number, cell);
    }

    /** Removes the first event and returns it. */
    int take() {
        int first = cells[0];
        size--;
        long tick = ticks[size];
        long number = numbers[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(ticks[child + 1], numbers[child + 1], child)) {
                child++;
            }
            if (before(tick, number, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, tick, number, cells[size]);
        return first;
    }

    private boolean before(long tick, long number, int other) {
        return tick < ticks[other] || tick == ticks[other] && number < numbers[other];
    }

    private void move(int from, int to) {
        put(to, ticks[from], numbers[from], cells[from]);
    }

    private void put(int at, long tick, long number, int cell) {
        ticks[at] = tick;
        numbers[at] = number;
        cells[at] = cell;
    }
}
