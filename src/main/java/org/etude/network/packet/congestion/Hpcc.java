// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionSpec;

/**
 * HPCC: every switch writes its load into the packet; the sender steers the most loaded one to a target load. Source:
 * Li et al., SIGCOMM 2019.
 */
public final class Hpcc extends PerFlow {
    private static final int HOPS = 5;

    private final EventQueue queue;
    private final Ports ports;
    private final CellPool pool;
    private final Flows flows;
    private final CongestionSpec spec;
    private final HostNicRef nic;
    private final Telemetry records = new Telemetry(HOPS);
    private StatedRates rates;
    private long[] seen = {};
    /** In single-rate mode, slot 0 of a flow's hops. */
    private double[] load = {};

    private long[] rate = {};
    private int[] rises = {};

    private final long[] newRate = new long[HOPS];
    private final int[] newRises = new int[HOPS];
    private final boolean[] fresh = new boolean[HOPS];

    /** The NIC, which is created after its congestion control. */
    public interface HostNicRef {
        void changeRate(int flow, long bitsPerSecond);
    }

    /** Creates HPCC for all flows of a network. */
    public Hpcc(EventQueue queue, Ports ports, CellPool pool, Flows flows, CongestionSpec spec, HostNicRef nic) {
        this.queue = queue;
        this.ports = ports;
        this.pool = pool;
        this.flows = flows;
        this.spec = spec;
        this.nic = nic;
        rates = StatedRates.ofReference(ports);
    }

    /** Whether the reference's records can state a rate; any other it reads as 25 Gbit/s. */
    public static boolean states(long bitsPerSecond) {
        return StatedRates.isInReference(bitsPerSecond);
    }

    @Override
    public void stateActualRates() {
        rates = StatedRates.actual(ports);
    }

    @Override
    public boolean readsSwitches() {
        return true;
    }

    @Override
    protected void grow(int capacity) {
        seen = Arrays.copyOf(seen, capacity * HOPS);
        load = Arrays.copyOf(load, capacity * HOPS);
        rate = Arrays.copyOf(rate, capacity * HOPS);
        rises = Arrays.copyOf(rises, capacity * HOPS);
    }

    @Override
    protected void reset(int flow) {
        Arrays.fill(seen, flow * HOPS, (flow + 1) * HOPS, 0);
        Arrays.fill(load, flow * HOPS, (flow + 1) * HOPS, 1);
        Arrays.fill(rate, flow * HOPS, (flow + 1) * HOPS, flows.at(flow).lineRate);
        Arrays.fill(rises, flow * HOPS, (flow + 1) * HOPS, 0);
    }

    @Override
    public void departs(int port, int packet) {
        int at = (packet << CellPool.SHIFT) + CellPool.MARKS;
        int writer = pool.cells()[at] >>> CellPool.WRITER_SHIFT;
        pool.cells()[at] += CellPool.WRITER_ONE;
        long record = HopRecord.of(
                queue.now(),
                ports.at(port).sentBytes,
                ports.at(port).queuedBytes,
                rates.code(port),
                spec.telemetryScale());
        records.set(packet, writer % HOPS, record);
    }

    @Override
    public void acknowledged(int flow, int packet, long sequence, boolean congested) {
        boolean full = sequence > updated[flow];
        if (!full && !spec.fastReact()) {
            return;
        }
        int writers = pool.cells()[(packet << CellPool.SHIFT) + CellPool.MARKS] >>> CellPool.WRITER_SHIFT;
        if (updated[flow] == 0) {
            updated[flow] = flows.at(flow).next;
            for (int hop = 0; hop < Math.min(writers, HOPS); hop++) {
                seen[flow * HOPS + hop] = records.get(packet, hop);
            }
            return;
        }
        if (writers <= HOPS) {
            react(flow, packet, writers, full);
        }
        if (full && flows.at(flow).next > updated[flow]) {
            updated[flow] = flows.at(flow).next;
        }
    }

    private void react(int flow, int packet, int writers, boolean full) {
        boolean any = observe(flow, packet, writers, full);
        long chosen = flows.at(flow).lineRate;
        if (spec.ratePerHop()) {
            for (int hop = 0; hop < writers; hop++) {
                if (fresh[hop]) {
                    plan(flow, hop);
                    chosen = Math.min(chosen, newRate[hop]);
                } else {
                    chosen = Math.min(chosen, rate[flow * HOPS + hop]);
                }
            }
        } else if (any) {
            plan(flow, 0);
            fresh[0] = true;
            chosen = newRate[0];
        }
        if (any) {
            nic.changeRate(flow, chosen);
        }
        if (full) {
            int kept = spec.ratePerHop() ? writers : any ? 1 : 0;
            for (int hop = 0; hop < kept; hop++) {
                if (fresh[hop]) {
                    rate[flow * HOPS + hop] = newRate[hop];
                    rises[flow * HOPS + hop] = newRises[hop];
                }
            }
        }
    }

    /** Updates the state with the hops' records; returns whether any counts. */
    private boolean observe(int flow, int packet, int writers, boolean full) {
        double most = 0;
        long span = 0;
        boolean any = false;
        int scale = spec.telemetryScale();
        for (int hop = 0; hop < writers; hop++) {
            long record = records.get(packet, hop);
            int at = flow * HOPS + hop;
            fresh[hop] = full || !spec.sampleFeedback() || HopRecord.queue(record, scale) != 0;
            if (!fresh[hop]) {
                continue;
            }
            any = true;
            long before = seen[at];
            long tau = HopRecord.elapsed(record, before);
            double sending = HopRecord.sent(record, before, scale) * 8 / (tau * 1e-9);
            long line = rates.of(HopRecord.codeOf(record));
            long waiting = Math.min(HopRecord.queue(record, scale), HopRecord.queue(before, scale));
            double u = sending / line + (double) waiting * flows.at(flow).lineRate / line / flows.at(flow).window;
            if (spec.ratePerHop()) {
                average(flow, hop, u, tau);
            } else if (u > most) {
                most = u;
                span = tau;
            }
            seen[at] = record;
        }
        if (any && !spec.ratePerHop()) {
            average(flow, 0, most, span);
        }
        return any;
    }

    private void average(int flow, int hop, double u, long span) {
        long base = flows.at(flow).baseRtt;
        long tau = Math.min(span, base);
        int at = flow * HOPS + hop;
        load[at] = (load[at] * (base - tau) + u * tau) / base;
    }

    private void plan(int flow, int hop) {
        int at = flow * HOPS + hop;
        double excess = load[at] / spec.targetUtilisation();
        long next;
        if (excess >= 1 || rises[at] >= spec.increaseThreshold()) {
            next = (long) Math.min(rate[at] / excess, Long.MAX_VALUE / 2) + spec.additiveBps();
            newRises[hop] = 0;
        } else {
            next = rate[at] + spec.additiveBps();
            newRises[hop] = rises[at] + 1;
        }
        newRate[hop] = Math.min(flows.at(flow).lineRate, Math.max(spec.minimumBps(), next));
    }
}
