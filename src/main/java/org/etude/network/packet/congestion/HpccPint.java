// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionSpec;

/**
 * HPCC-PINT: each switch keeps an average of its load, computed with table-sized logarithms as in switch hardware. The
 * packet carries the largest as a randomly rounded power of a base. Source: Ben Basat et al., SIGCOMM 2020.
 */
public final class HpccPint extends PerFlow {
    private static final int FRACTION = 1 << 15;
    private static final int TABLE_BITS = 16;
    private static final int LOAD_UNIT = 8192;
    private static final int ENCODING_UNIT = 512;
    private static final int DICE = 65536;
    private static final double LN2 = Math.log(2);

    private final EventQueue queue;
    private final Ports ports;
    private final Flows flows;
    private final CongestionSpec spec;
    private final Hpcc.HostNicRef nic;
    private final CRandom random = new CRandom();
    private final Telemetry power = new Telemetry(1);
    private final long maxRtt;
    private final int threshold;
    private final double logFactor;

    private final double[] load;
    private final long[] lastSent;
    private final long[] lastAt;

    private long[] rate = {};
    private int[] rises = {};

    /** Creates HPCC with probabilistic telemetry for all flows; {@code maxRtt} is in nanoseconds. */
    public HpccPint(EventQueue queue, Ports ports, Flows flows, CongestionSpec spec, long maxRtt, Hpcc.HostNicRef nic) {
        this.queue = queue;
        this.ports = ports;
        this.flows = flows;
        this.spec = spec;
        this.maxRtt = maxRtt;
        this.nic = nic;
        threshold = (int) (DICE * spec.pintProbability());
        logFactor = 1 / Math.log(spec.pintBase());
        load = new double[ports.count];
        lastSent = new long[ports.count];
        lastAt = new long[ports.count];
    }

    @Override
    public boolean readsSwitches() {
        return true;
    }

    @Override
    protected void grow(int capacity) {
        rate = Arrays.copyOf(rate, capacity);
        rises = Arrays.copyOf(rises, capacity);
    }

    @Override
    protected void reset(int flow) {
        rate[flow] = flows.at(flow).lineRate;
        rises[flow] = 0;
    }

    /** Its dice are thrown in the order of all packets. */
    @Override
    public boolean isDivisible() {
        return false;
    }

    @Override
    protected void copyState(PerFlow other, int flow) {
        throw new IllegalStateException("packets of HPCC-PINT depend on the order of all");
    }

    @Override
    public void builds(int packet) {
        power.set(packet, 0, 0);
    }

    @Override
    public void sends(int port, int bytes) {
        lastSent[port] = bytes;
        lastAt[port] = queue.now();
    }

    @Override
    public void departs(int port, int packet) {
        long elapsed = Math.min(queue.now() - lastAt[port], maxRtt);
        double logRtt = log2(maxRtt) * FRACTION;
        double logBytes = log2(ports.at(port).bitsPerSecond / 8) * FRACTION;
        double logSecond = log2(1_000_000_000L) * FRACTION;
        long queued = ports.at(port).queuedBytes;
        double now = 0;
        if (queued >> 8 > 0) {
            int logElapsed = approximate(elapsed);
            int logQueue = approximate(queued >> 8);
            now += Math.pow(2, (logElapsed + logQueue + logSecond - logBytes - 2 * logRtt) / FRACTION) * 256;
        }
        if (lastSent[port] > 0) {
            now += Math.pow(2, (approximate(lastSent[port]) + logSecond - logBytes - logRtt) / FRACTION);
        }
        if (maxRtt > elapsed && load[port] > 0) {
            int logRest = approximate(maxRtt - elapsed);
            int logLoad = approximate(Math.round(load[port] * LOAD_UNIT));
            now += Math.pow(2, (logRest + logLoad - logRtt) / FRACTION) / LOAD_UNIT;
        }
        power.set(packet, 0, Math.max(power.get(packet, 0), encode(now)));
        load[port] = now;
    }

    /** Base-2 logarithm times 2^15 of the leading bits, the last of them rounded at random. */
    private int approximate(long value) {
        int x = (int) value;
        if (x <= 0) {
            return Integer.MIN_VALUE;
        }
        int bits = 32 - Integer.numberOfLeadingZeros(x);
        int kept = x;
        if (bits > TABLE_BITS) {
            int cut = bits - TABLE_BITS;
            kept = x >> cut << cut;
            int mask = (1 << cut) - 1;
            if ((x & mask) > (random.next() & mask)) {
                kept += 1 << cut;
            }
        }
        return (int) (log2(kept) * FRACTION);
    }

    /**
     * Exact for powers of two, where a quotient of logarithms may lie just below the integer to which callers truncate
     * it.
     */
    private static double log2(long value) {
        return Long.bitCount(value) == 1 ? Long.numberOfTrailingZeros(value) : Math.log(value) / LN2;
    }

    private int encode(double u) {
        long scaled = Math.max(1, (long) Math.ceil(u * ENCODING_UNIT));
        double exponent = Math.log(scaled) * logFactor;
        int upper = (int) Math.ceil(exponent);
        int lower = (int) Math.floor(exponent);
        double above = Math.pow(spec.pintBase(), upper);
        double below = Math.pow(spec.pintBase(), lower);
        if (upper == lower) {
            above *= spec.pintBase();
        }
        return random.next() % DICE < (scaled - below) / (above - below) * DICE ? upper : lower;
    }

    @Override
    public void acknowledged(int flow, int packet, long sequence, boolean congested) {
        if (random.next() % DICE >= threshold) {
            return;
        }
        boolean full = sequence > updated[flow];
        if (updated[flow] == 0) {
            updated[flow] = flows.at(flow).next;
            return;
        }
        double u = Math.pow(spec.pintBase(), power.get(packet, 0)) / ENCODING_UNIT;
        double excess = u / spec.targetUtilisation();
        boolean cut = excess >= 1 || rises[flow] >= spec.increaseThreshold();
        long next = (cut ? (long) (rate[flow] / excess) : rate[flow]) + spec.additiveBps();
        next = Math.min(flows.at(flow).lineRate, Math.max(spec.minimumBps(), next));
        nic.changeRate(flow, next);
        if (full) {
            rate[flow] = next;
            rises[flow] = cut ? 0 : rises[flow] + 1;
            updated[flow] = Math.max(updated[flow], flows.at(flow).next);
        }
    }
}
