// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.state.Flows;
import org.etude.spec.network.CongestionSpec;

/** DCTCP on rates: the share of marked packets in a window decides the cut. Source: Alizadeh et al., SIGCOMM 2010. */
public final class Dctcp extends RateControl {
    private final Flows flows;
    private final CongestionSpec spec;
    private final int payload;
    private long[] updated = new long[64];
    private long[] marks = new long[64];
    private long[] batch = new long[64];
    private double[] alpha = new double[64];
    private boolean[] reduced = new boolean[64];
    private long[] reducedUntil = new long[64];

    /** DCTCP for all flows of a network; the payload is in bytes per packet. */
    public Dctcp(Flows flows, CongestionSpec spec, int payload) {
        this.flows = flows;
        this.spec = spec;
        this.payload = payload;
    }

    @Override
    public boolean still() {
        return false;
    }

    @Override
    public void begins(int flow) {
        if (flow >= updated.length) {
            int to = Math.max(flow + 1, updated.length * 2);
            updated = Arrays.copyOf(updated, to);
            marks = Arrays.copyOf(marks, to);
            batch = Arrays.copyOf(batch, to);
            alpha = Arrays.copyOf(alpha, to);
            reduced = Arrays.copyOf(reduced, to);
            reducedUntil = Arrays.copyOf(reducedUntil, to);
        }
        updated[flow] = 0;
        marks[flow] = 0;
        batch[flow] = 0;
        alpha[flow] = 1;
        reduced[flow] = false;
        reducedUntil[flow] = 0;
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
            // Unsigned and of 32 bits, as the reference's: late acknowledgements of an old path may be ahead of what is
            // sent again.
            batch[flow] = Long.divideUnsigned(next - sequence, payload) + 1 & 0xffffffffL;
        }
        updated[flow] = next;
    }
}
