// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * All settings of a packet network except its topology. Immutable; each part validates its values.
 *
 * @param transport hosts
 * @param congestion congestion control
 * @param switches switches
 * @param routing paths
 * @param errorRate the fraction of packets lost on links without their own rate
 * @param randomRun run number of the random generator, 1 as in the reference
 * @param fastForward whether periods that provably repeat earlier ones are skipped; results are bit-identical
 * @param background flows in addition to those of the job
 */
public record PacketNetworkSpec(
        @Internal TransportSpec transport,
        @Internal CongestionSpec congestion,
        @Internal SwitchSpec switches,
        @Internal RoutingSpec routing,
        double errorRate,
        long randomRun,
        boolean fastForward,
        @Internal List<BackgroundFlow> background) {
    private static final long KB = 1000;
    private static final long GBPS = 1_000_000_000L;
    private static final long MBPS = 1_000_000L;

    /** Copies; rejects a rate outside 0 to 1 and incompatible settings. */
    @Internal
    public PacketNetworkSpec {
        background = List.copyOf(background);
        CongestionControl control = congestion.control();
        if (transport.sprays() && control != CongestionControl.NONE && control != CongestionControl.DCQCN) {
            throw new IllegalArgumentException("packets are sprayed and congestion control is " + control
                    + ", which needs the packets of a flow in order; spray with NONE or DCQCN");
        }
        if (transport.sprays() && (transport.ackIntervalBytes() == 0 || transport.backToZero())) {
            throw new IllegalArgumentException("sprayed packets need an acknowledgement each: interval "
                    + transport.ackIntervalBytes() + " bytes, back to zero " + transport.backToZero());
        }
        if (switches.trimming() && !transport.sprays()) {
            throw new IllegalArgumentException(
                    "packets are trimmed but not sprayed, and only sprayed packets are retransmitted one"
                            + " by one; spray them, over one entropy value for a single path");
        }
        if (!(errorRate >= 0 && errorRate <= 1)) {
            throw new IllegalArgumentException("error rate must lie in 0..1: " + errorRate);
        }
    }

    /**
     * The configuration that the reference ships ({@code config.txt} and {@code config_clos.txt} hold the same values):
     * line rate, windows, 1000-byte packets, one acknowledgement per packet, 32 MiB switch buffers.
     */
    public static PacketNetworkSpec shipped() {
        TransportSpec transport = new TransportSpec(1000, 1, 4000, false, true, false, true, true, false, 0, 0);
        CongestionSpec congestion = new CongestionSpec(
                CongestionControl.NONE,
                1,
                4,
                900,
                0.00390625,
                1,
                false,
                50 * MBPS,
                100 * MBPS,
                100 * MBPS,
                1000 * MBPS,
                true,
                0.95,
                0,
                1,
                false,
                false,
                1.05,
                1.0);
        SwitchSpec switches = new SwitchSpec(
                true,
                List.of(
                        new EcnThreshold(25 * GBPS, 100 * KB, 400 * KB, 0.2),
                        new EcnThreshold(40 * GBPS, 200 * KB, 800 * KB, 0.2),
                        new EcnThreshold(100 * GBPS, 400 * KB, 1600 * KB, 0.2),
                        new EcnThreshold(200 * GBPS, 600 * KB, 2400 * KB, 0.2),
                        new EcnThreshold(400 * GBPS, 800 * KB, 3200 * KB, 0.2),
                        new EcnThreshold(2400 * GBPS, 800 * KB, 3200 * KB, 0.2)),
                true,
                true,
                32L << 20,
                3);
        return new PacketNetworkSpec(transport, congestion, switches, RoutingSpec.reference(), 0, 1, true, List.of());
    }

    /**
     * SimAI's configuration ({@code SimAI.conf}: DCQCN, ECN, windows, 9000-byte packets, 32 MiB switch buffers) on its
     * ns-3, whose frames are larger. All flows have the window of the pair with the largest bandwidth-delay product:
     * SimAI reads {@code GLOBAL_T} and then sets it to 1.
     */
    public static PacketNetworkSpec simAi() {
        SwitchSpec switches = new SwitchSpec(
                true,
                List.of(
                        new EcnThreshold(25 * GBPS, 100 * KB, 400 * KB, 0.2),
                        new EcnThreshold(50 * GBPS, 200 * KB, 800 * KB, 0.2),
                        new EcnThreshold(100 * GBPS, 400 * KB, 1600 * KB, 0.2),
                        new EcnThreshold(200 * GBPS, 300 * KB, 1200 * KB, 0.8),
                        new EcnThreshold(400 * GBPS, 800 * KB, 3200 * KB, 0.2),
                        new EcnThreshold(1600 * GBPS, 600 * KB, 2400 * KB, 0.2)),
                true,
                true,
                32L << 20,
                3);
        return shipped()
                .with(CongestionControl.DCQCN)
                .with(new TransportSpec(9000, 1, 4000, false, true, true, true, true, false, 0, 0)
                        .withFrames(FrameSpec.simAi()))
                .with(switches);
    }

    /** The shipped configuration under its other name; its values are those of {@link #shipped()}. */
    public static PacketNetworkSpec shippedClos() {
        return shipped();
    }

    /** The same with other hosts. */
    @Internal
    public PacketNetworkSpec with(TransportSpec other) {
        return new PacketNetworkSpec(
                other, congestion, switches, routing, errorRate, randomRun, fastForward, background);
    }

    /** The same with another congestion control, its constants kept. */
    public PacketNetworkSpec with(CongestionControl method) {
        return new PacketNetworkSpec(
                transport,
                congestion.with(Given.value(method, CongestionControl.class, "the congestion control")),
                switches,
                routing,
                errorRate,
                randomRun,
                fastForward,
                background);
    }

    /** The same with other congestion control. */
    @Internal
    public PacketNetworkSpec with(CongestionSpec other) {
        return new PacketNetworkSpec(
                transport, other, switches, routing, errorRate, randomRun, fastForward, background);
    }

    /** The same with other switches. */
    @Internal
    public PacketNetworkSpec with(SwitchSpec other) {
        return new PacketNetworkSpec(
                transport, congestion, other, routing, errorRate, randomRun, fastForward, background);
    }

    /** The same with other routing. */
    @Internal
    public PacketNetworkSpec with(RoutingSpec other) {
        return new PacketNetworkSpec(
                transport, congestion, switches, other, errorRate, randomRun, fastForward, background);
    }

    /** The same with another packet loss rate. */
    public PacketNetworkSpec withErrorRate(double rate) {
        return new PacketNetworkSpec(
                transport, congestion, switches, routing, rate, randomRun, fastForward, background);
    }

    /** The same with another run number of the random generator. */
    public PacketNetworkSpec withRandomRun(long run) {
        return new PacketNetworkSpec(transport, congestion, switches, routing, errorRate, run, fastForward, background);
    }

    /** The same with or without fast-forward. */
    public PacketNetworkSpec withFastForward(boolean on) {
        return new PacketNetworkSpec(transport, congestion, switches, routing, errorRate, randomRun, on, background);
    }

    /** The same with a link that fails for good. */
    public PacketNetworkSpec linkDown(int a, int b, Time at) {
        return with(routing.withFailure(new RoutingSpec.LinkFailure(nanos(at), a, b)));
    }

    /**
     * The same with an additional flow that competes with those of the job for links and buffers. It appears in the
     * table of flows, and the run continues until it ends.
     */
    public PacketNetworkSpec backgroundFlow(int source, int destination, Bytes size, Time at) {
        List<BackgroundFlow> all = new ArrayList<>(background);
        all.add(new BackgroundFlow(
                source, destination, Given.value(size, "the size of the flow").value(), nanos(at)));
        return new PacketNetworkSpec(transport, congestion, switches, routing, errorRate, randomRun, fastForward, all);
    }

    /** The same with another congestion control, its constants kept. */
    public PacketNetworkSpec congestionControl(CongestionControl method) {
        return with(method);
    }

    /** The same with another maximum payload per packet. */
    public PacketNetworkSpec payload(Bytes most) {
        return with(transport.withPayload(Math.toIntExact(Math.min(
                Integer.MAX_VALUE, Given.value(most, "the payload of a packet").value()))));
    }

    /** The same with or without priority flow control; without it full buffers drop packets. */
    public PacketNetworkSpec pfc(boolean on) {
        return with(switches.withPfc(on));
    }

    /** The same with or without ECN marks on packets that leave long queues. */
    public PacketNetworkSpec ecn(boolean on) {
        return with(switches.withEcn(on));
    }

    /** The same with another buffer in each switch. */
    public PacketNetworkSpec buffer(Bytes size) {
        return with(
                switches.withBuffer(Given.value(size, "the size of the buffer").value()));
    }

    /**
     * The same with messages between two hosts sent in order, as on NCCL's and gloo's connections, or as concurrent
     * flows that share the link, as in the reference. On for recordings.
     */
    public PacketNetworkSpec inOrder(boolean on) {
        return with(transport.withInOrder(on));
    }

    /**
     * The same with the packets of a flow sprayed over this many entropy values, by which switches choose among equal
     * paths, and accepted in any order, as in Ultra Ethernet; 0 for one path per flow. Not compared with a reference;
     * see docs/spraying.md.
     */
    public PacketNetworkSpec spraying(int entropies) {
        if (entropies < 1) {
            throw new IllegalArgumentException("packets are sprayed over 1 or more entropy values: " + entropies);
        }
        return with(transport.withEntropies(entropies));
    }

    /**
     * The same with sprayed packets trimmed to their headers when a buffer is full, rather than dropped; the receiver
     * requests them again. With PFC buffers hardly ever fill up.
     */
    public PacketNetworkSpec trimming(boolean on) {
        return with(switches.withTrimming(on));
    }

    /** The same with this retransmission timeout; 0 for none. */
    public PacketNetworkSpec retransmitAfter(Time silence) {
        return with(transport.withRetransmit(nanos(silence)));
    }

    private static long nanos(Time time) {
        return Math.round(Given.value(time, "the time").toNanos());
    }
}
