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
    /** The number of switches whose records fit into the reference's headers. */
    public static final int REFERENCE_SWITCHES = HopRecords.REFERENCE_HOPS;

    private final EventQueue queue;
    private final Ports ports;
    private final CellPool pool;
    private final Flows flows;
    private final CongestionSpec spec;
    private final HostNicRef nic;
    private HopRecords records;
    /** In single-rate mode, slot 0 of a flow's hops. */
    private double[] load = {};

    private long[] rate = {};
    private int[] rises = {};

    private long[] newRate;
    private int[] newRises;
    private boolean[] fresh;

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
        use(HopRecords.ofReference(ports, spec.telemetryScale()));
    }

    /** Whether the reference's records can state a rate; any other it reads as 25 Gbit/s. */
    public static boolean states(long bitsPerSecond) {
        return HopRecords.isCoded(bitsPerSecond);
    }

    @Override
    public void widenFields(int switches) {
        use(HopRecords.wide(ports, spec.telemetryScale(), switches));
    }

    private void use(HopRecords format) {
        records = format;
        newRate = new long[format.hops];
        newRises = new int[format.hops];
        fresh = new boolean[format.hops];
    }

    @Override
    public long misread() {
        return records.misread();
    }

    @Override
    public boolean readsSwitches() {
        return true;
    }

    @Override
    protected void grow(int capacity) {
        records.grow(capacity);
        load = Arrays.copyOf(load, capacity * records.hops);
        rate = Arrays.copyOf(rate, capacity * records.hops);
        rises = Arrays.copyOf(rises, capacity * records.hops);
    }

    @Override
    protected void reset(int flow) {
        records.forget(flow);
        Arrays.fill(load, flow * records.hops, (flow + 1) * records.hops, 1);
        Arrays.fill(rate, flow * records.hops, (flow + 1) * records.hops, flows.at(flow).lineRate);
        Arrays.fill(rises, flow * records.hops, (flow + 1) * records.hops, 0);
    }

    @Override
    protected void copyState(PerFlow other, int flow) {
        Hpcc from = (Hpcc) other;
        records.copy(from.records, flow);
        int at = flow * records.hops;
        System.arraycopy(from.load, at, load, at, records.hops);
        System.arraycopy(from.rate, at, rate, at, records.hops);
        System.arraycopy(from.rises, at, rises, at, records.hops);
    }

    @Override
    public void copyPacket(RateControl other, int cellThere, int cell) {
        records.copyPacket(((Hpcc) other).records, cellThere, cell);
    }

    @Override
    public void addMisread(long more) {
        records.addMisread(more);
    }

    @Override
    public void departs(int port, int packet) {
        int at = (packet << CellPool.SHIFT) + CellPool.MARKS;
        int writer = pool.cells()[at] >>> CellPool.WRITER_SHIFT;
        pool.cells()[at] += CellPool.WRITER_ONE;
        records.write(packet, writer, queue.now(), ports.at(port));
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
            for (int hop = 0; hop < Math.min(writers, records.hops); hop++) {
                records.keep(flow, packet, hop);
            }
            return;
        }
        if (writers <= records.hops) {
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
                    chosen = Math.min(chosen, rate[flow * records.hops + hop]);
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
                    rate[flow * records.hops + hop] = newRate[hop];
                    rises[flow * records.hops + hop] = newRises[hop];
                }
            }
        }
    }

    /** Updates the state with the hops' records; returns whether any counts. */
    private boolean observe(int flow, int packet, int writers, boolean full) {
        double most = 0;
        long span = 0;
        boolean any = false;
        for (int hop = 0; hop < writers; hop++) {
            fresh[hop] = full || !spec.sampleFeedback() || records.queue(packet, hop) != 0;
            if (!fresh[hop]) {
                continue;
            }
            any = true;
            long tau = records.elapsed(flow, packet, hop);
            double sending = records.sent(flow, packet, hop) * 8 / (tau * 1e-9);
            long line = records.rate(packet, hop);
            long waiting = records.standingQueue(flow, packet, hop);
            double u =
                    sending / line + (double) waiting * flows.at(flow).lineRate / line / records.window(flows.at(flow));
            if (spec.ratePerHop()) {
                average(flow, hop, u, tau);
            } else if (u > most) {
                most = u;
                span = tau;
            }
            records.keep(flow, packet, hop);
        }
        if (any && !spec.ratePerHop()) {
            average(flow, 0, most, span);
        }
        return any;
    }

    private void average(int flow, int hop, double u, long span) {
        long base = flows.at(flow).baseRtt;
        long tau = Math.min(span, base);
        int at = flow * records.hops + hop;
        load[at] = (load[at] * (base - tau) + u * tau) / base;
    }

    private void plan(int flow, int hop) {
        int at = flow * records.hops + hop;
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
