// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.state.Flows;
import org.etude.spec.network.CongestionSpec;

/**
 * Rate-based DCTCP: the fraction of marked packets in a window determines the cut. Source: Alizadeh et al., SIGCOMM
 * 2010.
 */
public final class Dctcp extends PerFlow {
    private final Flows flows;
    private final CongestionSpec spec;
    private final int payload;
    /** The least number of bytes that a window holds; any where differences wrap round as in the reference. */
    private long least = Long.MIN_VALUE;

    private long[] marks = {};
    private long[] batch = {};
    private double[] alpha = {};
    private boolean[] reduced = {};
    private long[] reducedUntil = {};

    /** Creates DCTCP for all flows of a network; the payload is in bytes per packet. */
    public Dctcp(Flows flows, CongestionSpec spec, int payload) {
        this.flows = flows;
        this.spec = spec;
        this.payload = payload;
    }

    @Override
    public void widenFields(int switches) {
        least = 0;
    }

    @Override
    protected void grow(int capacity) {
        marks = Arrays.copyOf(marks, capacity);
        batch = Arrays.copyOf(batch, capacity);
        alpha = Arrays.copyOf(alpha, capacity);
        reduced = Arrays.copyOf(reduced, capacity);
        reducedUntil = Arrays.copyOf(reducedUntil, capacity);
    }

    @Override
    protected void reset(int flow) {
        marks[flow] = 0;
        batch[flow] = 0;
        alpha[flow] = 1;
        reduced[flow] = false;
        reducedUntil[flow] = 0;
    }

    @Override
    protected void copyState(PerFlow other, int flow) {
        Dctcp from = (Dctcp) other;
        marks[flow] = from.marks[flow];
        batch[flow] = from.batch[flow];
        alpha[flow] = from.alpha[flow];
        reduced[flow] = from.reduced[flow];
        reducedUntil[flow] = from.reducedUntil[flow];
    }

    @Override
    public void acknowledged(int flow, int packet, long sequence, boolean congested) {
        if (congested) {
            marks[flow]++;
        }
        boolean window = sequence > updated[flow];
        if (window) {
            newWindow(flow, sequence);
        }
        if (reduced[flow] && sequence > reducedUntil[flow]) {
            reduced[flow] = false;
        }
        if (congested && !reduced[flow]) {
            flows.setRate(flow, Math.max(spec.minimumBps(), (long) (flows.at(flow).rate * (1 - alpha[flow] / 2))));
            reduced[flow] = true;
            reducedUntil[flow] = flows.at(flow).next;
        }
        if (!reduced[flow] && window) {
            flows.setRate(flow, Math.min(flows.at(flow).lineRate, flows.at(flow).rate + spec.dctcpBps()));
        }
    }

    private void newWindow(int flow, long sequence) {
        long next = flows.at(flow).next;
        if (updated[flow] == 0) {
            batch[flow] = next / payload + 1;
        } else {
            double share = (double) marks[flow] / batch[flow];
            share = share < 1 ? share : 1;
            alpha[flow] = (1 - spec.gain()) * alpha[flow] + spec.gain() * share;
            marks[flow] = 0;
            // Unsigned and of 32 bits, as the reference's: late acknowledgements may be ahead of what is sent again.
            batch[flow] = Long.divideUnsigned(Math.max(least, next - sequence), payload) + 1 & 0xffffffffL;
        }
        updated[flow] = next;
    }
}
