// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.network.packet.PacketNetwork;
import org.etude.network.packet.congestion.Hpcc;
import org.etude.network.packet.congestion.Timely;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.sim.spec.PacketTimes;
import org.etude.sim.spec.Scenario;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;

/** Findings about settings that a network takes, but that meet a limit of the reference's rules or of its fields. */
final class PacketLimits {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int NS_PER_US = 1000;
    private static final String NETWORK = "packet network";
    private static final String THRESHOLDS = "KMAX_MAP, KMIN_MAP, PMAX_MAP";

    private final Scenario scenario;
    private final PacketNetwork network;
    private final PacketNetworkSpec spec;
    private final CongestionControl control;
    private final List<Finding> rows = new ArrayList<>();

    PacketLimits(Scenario scenario, PacketNetwork network) {
        this.scenario = scenario;
        this.network = network;
        spec = scenario.packets().network();
        control = spec.congestion().control();
    }

    /** All findings, warnings but for thresholds that no sender heeds. */
    List<Finding> findings() {
        addUnlisted();
        addRounded();
        addOverdrawn();
        addLateThresholds();
        if (!scenario.packets().wideFields()) {
            addUnstated();
            addMisread();
        }
        return rows;
    }

    /** Switch link rates for which the configuration has no ECN thresholds. */
    private void addUnlisted() {
        SwitchSpec switches = spec.switches();
        boolean heeded = control == CongestionControl.DCQCN || control == CongestionControl.DCTCP;
        if (!switches.ecn() || switches.nearestMarks() && !heeded) {
            return;
        }
        PacketTopology topology = scenario.physical();
        topology.links().stream()
                .filter(link -> !topology.isHost(link.a()) || !topology.isHost(link.b()))
                .map(PacketTopology.Link::bitsPerSecond)
                .filter(rate -> switches.marks().stream().noneMatch(mark -> mark.bitsPerSecond() == rate))
                .distinct()
                .sorted()
                .forEach(rate -> rows.add(switches.nearestMarks() ? scaled(rate) : unlisted(rate, heeded)));
    }

    private static Finding unlisted(long rate, boolean heeded) {
        return new Finding(
                heeded ? Finding.Level.WARNING : Finding.Level.INFO,
                "simulate",
                -1,
                THRESHOLDS,
                "no ECN thresholds for links of " + rate + " bit/s",
                "the reference takes 0 for a rate that is missing",
                heeded
                        ? "every packet sent while others wait in the queue is marked and slows its sender; list the rate"
                        : "every packet sent while others wait in the queue counts as marked; no sender reacts to it");
    }

    private static Finding scaled(long rate) {
        return new Finding(
                Finding.Level.INFO,
                "simulate",
                -1,
                THRESHOLDS,
                "no ECN thresholds for links of " + rate + " bit/s",
                "the reference takes 0 for a rate that is missing, and marks every packet that leaves others in the queue",
                "those of the nearest listed rate are taken, scaled by the rates; --compat takes 0");
    }

    /** Links on which a full packet takes so few nanoseconds that rounding them changes the rate. */
    private void addRounded() {
        PacketTimes times = new PacketTimes(spec, scenario.physical());
        long payload = spec.transport().payloadBytes();
        times.rates().forEach(rate -> {
            double change = times.change(payload, rate);
            if (Math.abs(change) > PacketTimes.ROUNDED) {
                addRounded(times, payload, rate, change);
            }
        });
    }

    private void addRounded(PacketTimes times, long payload, long rate, double change) {
        long bytes = times.bytes(payload);
        long nanos = spec.transport().frames().nanos(bytes, rate);
        add(
                "a packet of " + bytes + " bytes takes " + nanos + " ns on links of " + rate + " bit/s",
                String.format(
                        Locale.ROOT,
                        "times are whole nanoseconds, as in the reference; it is %.2f",
                        times.exactNanos(payload, rate)),
                nanos == 0
                        ? "these links carry any number of packets at once; send larger packets"
                        : String.format(
                                Locale.ROOT,
                                "these links carry packets in %.0f %% %s time; send larger packets",
                                Math.abs(change) * 100,
                                change < 0 ? "less" : "more"));
    }

    /** Switches whose buffer is smaller than the headroom of their ports. */
    private void addOverdrawn() {
        int count = network.overdrawnSwitches();
        if (count > 0) {
            add(
                    "the headroom of all ports exceeds the buffer of " + Counted.of(count, "switch", "switches"),
                    "headroom is HEADROOM_FACTOR times rate times delay of each link; what is left of the buffer is negative, and"
                            + " counts as some 4 GiB in the reference's 32 bits",
                    "these switches pause no sender and drop no packet; enlarge BUFFER_SIZE or lower HEADROOM_FACTOR");
        }
    }

    /** Fixed times of the rules that the network's own round trips exceed. */
    private void addLateThresholds() {
        long rtt = network.maxRttNanos();
        if (control == CongestionControl.TIMELY && rtt > Timely.HIGH) {
            add(
                    "the longest base round trip takes " + rtt / NS_PER_US + " us",
                    "TIMELY takes more than " + Timely.HIGH / NS_PER_US + " us for congestion, whatever the network",
                    "flows on such paths fall to MIN_RATE without any queue");
        }
        long timeout = spec.transport().retransmitNanos();
        if (timeout > 0 && timeout < rtt) {
            add(
                    "the retransmission timeout is " + timeout + " ns, the longest base round trip " + rtt,
                    "no acknowledgement can come that early",
                    "everything on such paths is sent several times; set a longer timeout");
        }
    }

    /** What the headers of HPCC in the reference cannot state. */
    private void addUnstated() {
        if (control != CongestionControl.HPCC) {
            return;
        }
        new PacketTimes(spec, scenario.physical())
                .rates().stream()
                        .filter(rate -> !Hpcc.states(rate))
                        .forEach(rate -> add(
                                "HPCC takes links of " + rate + " bit/s for links of 25 Gbit/s",
                                "the headers of the reference have codes for 25, 50, 100, 200, 400, 1200 and 2400 Gbit/s only",
                                "flows over them adapt to 25 Gbit/s; without --compat, to the rate of the link"));
        if (network.longestPath() - 1 > Hpcc.REFERENCE_SWITCHES) {
            add(
                    "paths pass up to " + (network.longestPath() - 1) + " switches",
                    "the headers of the reference have " + Hpcc.REFERENCE_SWITCHES + " records",
                    "flows over more switches never adapt their rate; without --compat they do");
        }
        if (!spec.transport().windowed()) {
            add(
                    "HPCC runs without windows (HAS_WIN 0)",
                    "the reference divides queues by the window, which is 0",
                    "rates collapse once a queue stands; without --compat the bandwidth-delay product takes its place");
        }
    }

    /** Values that wrapped round. */
    private void addMisread() {
        if (network.misreadTelemetry() > 0) {
            add(
                    "HPCC misread " + Counted.of(network.misreadTelemetry(), "value") + " of its records",
                    "the headers of the reference hold 16.8 ms, 134 MB and queues of 10.5 MB (INT_MULTI widens the last two), then"
                            + " wrap round",
                    "flows take a busy link for an idle one; without --compat fields are as wide as they need to be");
        }
    }

    private void add(String what, String why, String effect) {
        rows.add(new Finding(Finding.Level.WARNING, "simulate", -1, NETWORK, what, why, effect));
    }
}
