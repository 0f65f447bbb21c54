// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.state.Flows;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionSpec;

/** TIMELY: the rate follows the gradient of the round-trip time. Source: Mittal et al., SIGCOMM 2015. */
public final class Timely extends PerFlow {
    private static final double WEIGHT = 0.875;
    private static final double BETA = 0.8;
    private static final long LOW = 50_000;
    /** The round-trip time above which rates are always cut, ns. */
    public static final long HIGH = 500_000;

    private static final double LEAST_RTT = 20_000;
    private static final int SLOW_STEPS = 5;

    private final EventQueue queue;
    private final Flows flows;
    private final CongestionSpec spec;
    private final Telemetry built = new Telemetry(1);
    private long[] rate = {};
    private long[] lastRtt = {};
    private double[] difference = {};
    private int[] steps = {};

    /** Creates TIMELY for all flows of a network. */
    public Timely(EventQueue queue, Flows flows, CongestionSpec spec) {
        this.queue = queue;
        this.flows = flows;
        this.spec = spec;
    }

    @Override
    protected void grow(int capacity) {
        rate = Arrays.copyOf(rate, capacity);
        lastRtt = Arrays.copyOf(lastRtt, capacity);
        difference = Arrays.copyOf(difference, capacity);
        steps = Arrays.copyOf(steps, capacity);
    }

    @Override
    protected void reset(int flow) {
        rate[flow] = flows.at(flow).lineRate;
        lastRtt[flow] = 0;
        difference[flow] = 0;
        steps[flow] = 0;
    }

    @Override
    protected void copyState(PerFlow other, int flow) {
        Timely from = (Timely) other;
        rate[flow] = from.rate[flow];
        lastRtt[flow] = from.lastRtt[flow];
        difference[flow] = from.difference[flow];
        steps[flow] = from.steps[flow];
    }

    @Override
    public void copyPacket(RateControl other, int cellThere, int cell) {
        built.copy(((Timely) other).built, cellThere, cell);
    }

    @Override
    public void builds(int packet) {
        built.set(packet, 0, queue.now());
    }

    @Override
    public void acknowledged(int flow, int packet, long sequence, boolean congested) {
        if (sequence <= updated[flow]) {
            return;
        }
        long rtt = queue.now() - built.get(packet, 0);
        if (updated[flow] != 0) {
            update(flow, rtt);
        }
        if (flows.at(flow).next > updated[flow]) {
            updated[flow] = flows.at(flow).next;
            lastRtt[flow] = rtt;
        }
    }

    private void update(int flow, long rtt) {
        double smoothed = (1 - WEIGHT) * difference[flow] + WEIGHT * (rtt - lastRtt[flow]);
        double gradient = smoothed / LEAST_RTT;
        if (rtt < LOW || rtt <= HIGH && gradient <= 0) {
            long step = steps[flow] < SLOW_STEPS ? spec.additiveBps() : spec.hyperBps();
            rate[flow] = Math.min(flows.at(flow).lineRate, rate[flow] + step);
            steps[flow]++;
        } else {
            double factor = rtt > HIGH ? 1 - BETA * (1 - (double) HIGH / rtt) : Math.max(0, 1 - BETA * gradient);
            rate[flow] = Math.max(spec.minimumBps(), (long) (rate[flow] * factor));
            steps[flow] = 0;
        }
        flows.setRate(flow, rate[flow]);
        difference[flow] = smoothed;
    }
}
