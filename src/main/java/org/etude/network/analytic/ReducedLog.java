// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.network.queue.MessageLog;

/** Expands the messages of the simulated rank to those of all ranks, in the order of a full run. */
public final class ReducedLog {
    private final OrderLedger ledger;
    /** The simulated rank's own messages, in the order of sending. */
    private final MessageLog own;

    private final IntArrayList stepOf = new IntArrayList();
    private int[] rowOf = new int[64];

    private final IntArrayList block = new IntArrayList();
    private final LongArrayList order = new LongArrayList();
    /** Twice the row, plus 1 for an arrival. */
    private final IntArrayList what = new IntArrayList();

    /** Creates a log over the {@link MessageLog} of the simulated rank. */
    public ReducedLog(OrderLedger ledger, MessageLog own) {
        this.ledger = ledger;
        this.own = own;
    }

    void sent(int message, int inBlock, long by, int step) {
        if (message >= rowOf.length) {
            rowOf = Arrays.copyOf(rowOf, 2 * message);
        }
        rowOf[message] = stepOf.size();
        add(inBlock, by, stepOf.size() << 1);
        stepOf.add(step);
    }

    void arrived(int message, int inBlock, long by) {
        add(inBlock, by, rowOf[message] << 1 | 1);
    }

    private void add(int inBlock, long by, int did) {
        block.add(inBlock);
        order.add(by);
        what.add(did);
    }

    /** The messages of all ranks. */
    public MessageLog all() {
        MessageLog all = new MessageLog();
        int hosts = ledger.group().hosts();
        int[] rows = new int[Math.multiplyExact(stepOf.size(), hosts)];
        int from = 0;
        while (from < what.size()) {
            int to = from;
            while (to < what.size() && block.getInt(to) == block.getInt(from)) {
                to++;
            }
            for (int i = 0; i < hosts; i++) {
                for (int k = from; k < to; k++) {
                    add(all, rows, k, ledger.rank(order.getLong(k), i));
                }
            }
            from = to;
        }
        return all;
    }

    private void add(MessageLog all, int[] rows, int k, int host) {
        int row = what.getInt(k) >> 1;
        int hosts = ledger.group().hosts();
        int step = stepOf.getInt(row);
        if ((what.getInt(k) & 1) == 0) {
            int to = ledger.group().compose(step, host);
            rows[row * hosts + host] = all.sent(own.sentAt(row), host, to, own.bytes(row), own.tag(row));
        } else {
            int from = ledger.group().compose(ledger.group().inverse(step), host);
            all.arrived(rows[row * hosts + from], own.arrivedAt(row));
        }
    }
}
