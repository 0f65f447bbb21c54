// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.state.Flows;
import org.etude.spec.network.CongestionSpec;

/**
 * DCQCN: each marked packet is echoed; timers decay alpha, cut the rate and raise it again. Source: Zhu et al., SIGCOMM
 * 2015, as implemented in the reference's NIC model.
 */
public final class Dcqcn extends RateControl {
    private static final int ALPHA = 0;
    private static final int DECREASE = 1;
    private static final int INCREASE = 2;
    private static final int KINDS = 4;
    private static final long NS_PER_US = 1000;

    private final Flows flows;
    private final CongestionSpec spec;
    private final IdleTimers timers;
    private double[] alpha = new double[64];
    private boolean[] alphaMark = new boolean[64];
    private boolean[] decreaseMark = new boolean[64];
    private boolean[] marked = new boolean[64];
    private long[] target = new long[64];
    private int[] stage = new int[64];
    /** Distinguishes the valid timer from cancelled ones. */
    private int[] stamp = new int[64 * KINDS];

    /** Creates DCQCN for all flows of a network. */
    public Dcqcn(Flows flows, CongestionSpec spec, IdleTimers timers) {
        this.flows = flows;
        this.spec = spec;
        this.timers = timers;
        timers.calls(this::timer);
    }

    @Override
    public boolean isStationary() {
        return timers.none();
    }

    @Override
    public long timersStarted() {
        return timers.started();
    }

    @Override
    public void begins(int flow) {
        if (flow >= alpha.length) {
            int to = Math.max(flow + 1, alpha.length * 2);
            alpha = Arrays.copyOf(alpha, to);
            alphaMark = Arrays.copyOf(alphaMark, to);
            decreaseMark = Arrays.copyOf(decreaseMark, to);
            marked = Arrays.copyOf(marked, to);
            target = Arrays.copyOf(target, to);
            stage = Arrays.copyOf(stage, to);
            stamp = Arrays.copyOf(stamp, to * KINDS);
        }
        alpha[flow] = 1;
        alphaMark[flow] = false;
        decreaseMark[flow] = false;
        marked[flow] = false;
        target[flow] = flows.at(flow).lineRate;
        stage[flow] = 0;
    }

    @Override
    public void ends(int flow) {
        for (int kind = 0; kind < KINDS; kind++) {
            stamp[flow * KINDS + kind]++;
        }
    }

    @Override
    public void acknowledged(int flow, int packet, long sequence, boolean congested) {
        if (!congested || flows.at(flow).done) {
            return;
        }
        alphaMark[flow] = true;
        decreaseMark[flow] = true;
        if (!marked[flow]) {
            marked[flow] = true;
            alpha[flow] = 1;
            alphaMark[flow] = false;
            start(flow, ALPHA, spec.alphaResumeMicros() * NS_PER_US);
            start(flow, DECREASE, spec.rateDecreaseMicros() * NS_PER_US + 1);
            target[flow] = flows.at(flow).rate;
        }
    }

    private void start(int flow, int kind, long delay) {
        if (delay == 0) {
            throw new PacketNetworkException(
                    "a DCQCN timer of 0 us never lets time advance (ALPHA_RESUME_INTERVAL " + spec.alphaResumeMicros()
                            + ", RATE_DECREASE_INTERVAL " + spec.rateDecreaseMicros() + ", RP_TIMER "
                            + spec.rateTimerMicros() + ")",
                    "Give each at least 1 us; RP_TIMER has no other default than 0.");
        }
        int slot = flow * KINDS + kind;
        timers.schedule(delay, (long) ++stamp[slot] << 32 | slot);
    }

    private void timer(long argument) {
        int slot = (int) argument;
        if (stamp[slot] != (int) (argument >> 32)) {
            return;
        }
        int flow = slot / KINDS;
        switch (slot % KINDS) {
            case ALPHA -> decay(flow);
            case DECREASE -> decrease(flow);
            default -> increase(flow);
        }
    }

    private void decay(int flow) {
        double gain = spec.gain();
        alpha[flow] = alphaMark[flow] ? (1 - gain) * alpha[flow] + gain : (1 - gain) * alpha[flow];
        alphaMark[flow] = false;
        start(flow, ALPHA, spec.alphaResumeMicros() * NS_PER_US);
    }

    private void decrease(int flow) {
        start(flow, DECREASE, spec.rateDecreaseMicros() * NS_PER_US);
        if (!decreaseMark[flow]) {
            return;
        }
        if (spec.clampTargetRate() || stage[flow] != 0) {
            target[flow] = flows.at(flow).rate;
        }
        flows.setRate(flow, Math.max(spec.minimumBps(), (long) (flows.at(flow).rate * (1 - alpha[flow] / 2))));
        stage[flow] = 0;
        decreaseMark[flow] = false;
        start(flow, INCREASE, spec.rateTimerMicros() * NS_PER_US);
    }

    private void increase(int flow) {
        start(flow, INCREASE, spec.rateTimerMicros() * NS_PER_US);
        if (stage[flow] >= spec.fastRecoveryTimes()) {
            long step = stage[flow] == spec.fastRecoveryTimes() ? spec.additiveBps() : spec.hyperBps();
            target[flow] = Math.min(flows.at(flow).lineRate, target[flow] + step);
        }
        // Each half is cut to whole bits per second by itself.
        flows.setRate(flow, flows.at(flow).rate / 2 + target[flow] / 2);
        stage[flow]++;
    }
}
