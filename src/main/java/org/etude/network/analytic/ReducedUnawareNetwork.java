// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;

/** {@link UnawareNetwork} for one host that represents all. Consecutive arrivals form one event, a volley. */
public final class ReducedUnawareNetwork extends ReducedNetwork {
    private final UnawareNetwork formula;
    private final int arrival;
    private int[] following = new int[64];
    private int[] volley = new int[16];

    private int lastSent = -1;
    private long lastTick = -1;
    private long lastArrival;

    /** Creates the network on a clock; the formula determines its delays. */
    public ReducedUnawareNetwork(EventQueue queue, UnawareNetwork formula, OrderLedger ledger, Receivers receivers) {
        super(queue, ledger, receivers);
        this.formula = formula;
        this.arrival = queue.register(first -> arrive((int) first));
    }

    @Override
    void carry(int message, int src) {
        long at = queue.now() + formula.delay(src, 0, bytes[message]);
        maker[message] = ledger.block();
        order[message] = ledger.moved(ledger.order(), step[message]);
        following[message] = -1;
        boolean together = lastSent >= 0
                && lastTick == queue.now()
                && lastArrival == at
                && at > lastTick
                && maker[lastSent] == maker[message]
                && order[lastSent] == order[message];
        if (together) {
            following[lastSent] = message;
        } else {
            queue.schedule(at, arrival, message);
        }
        lastSent = message;
        lastTick = queue.now();
        lastArrival = at;
    }

    private void arrive(int first) {
        int count = 0;
        for (int m = first; m >= 0; m = following[m]) {
            if (count == volley.length) {
                volley = Arrays.copyOf(volley, 2 * count);
            }
            volley[count++] = m;
        }
        if (skips() && later(first, count)) {
            return;
        }
        // Handling a message may send others, which reuse the numbers of arrived messages.
        int[] all = count == 1 ? null : Arrays.copyOf(volley, count);
        for (int i = 0; i < count; i++) {
            int message = all == null ? first : all[i];
            ledger.fires(queue.now(), maker[message], order[message], receivers.alike(message));
            deliver(message);
        }
    }

    private boolean later(int first, int count) {
        long next = queue.following();
        if (next == queue.now()) {
            return false;
        }
        Skip skip = receivers.skip(volley, count, queue.now() - sentAt[first], next);
        if (skip == null) {
            return false;
        }
        int block = ledger.alone();
        long turned = ledger.moved(order[first], group.power(step[first], skip.rounds()));
        for (int i = 0; i < count; i++) {
            maker[volley[i]] = block;
            order[volley[i]] = turned;
            sentAt[volley[i]] += skip.ns();
        }
        queue.schedule(queue.now() + skip.ns(), arrival, first);
        return true;
    }

    @Override
    void grow(int size) {
        super.grow(size);
        following = Arrays.copyOf(following, size);
    }
}
