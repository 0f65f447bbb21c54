// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.Finding;
import org.etude.sim.PacketResult;
import org.etude.sim.PacketSimulation;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.PacketSetup;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/** Packets sprayed over equal paths, taken in any order, and trimmed where a buffer is full: docs/spraying.md. */
class SprayingTest {
    private static final int HOSTS = 8;
    private static final long RATE = 100_000_000_000L;
    private static final PacketNetworkSpec SPRAYED = Lab.shipped().spraying(64);

    private static PacketTopology clos(int spines) {
        return PacketTopologies.fatTree(HOSTS, 2, spines, RATE, 500);
    }

    private static List<Lab.Flow> flows(Random random) {
        List<Lab.Flow> flows = new ArrayList<>();
        int count = 1 + random.nextInt(16);
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(HOSTS);
            int to = (from + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            flows.add(new Lab.Flow(from, to, 1 + random.nextInt(300_000), random.nextInt(10_000)));
        }
        return flows;
    }

    /** Buffers of a size that overflow where several hosts send to one, where packets are trimmed; else pauses. */
    private static PacketNetworkSpec spec(Random random) {
        boolean trims = random.nextBoolean();
        PacketNetworkSpec spec = SPRAYED.spraying(1 + random.nextInt(200))
                .with(random.nextBoolean() ? CongestionControl.NONE : CongestionControl.DCQCN)
                .trimming(trims);
        return trims ? spec.pfc(false).buffer(new Bytes(200_000)) : spec;
    }

    @Property(tries = 150)
    void allBytesArriveNoneTooEarly(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        Random random = new Random(seed);
        List<Lab.Flow> flows = flows(random);
        Lab lab =
                new Lab(clos(1 + random.nextInt(4)), spec(random)).flows(flows).run();
        assertThat(lab.network.stall()).isEmpty();
        assertThat(lab.network.drops()).isZero();
        lab.assertBalanced();
        FlowLog log = lab.network.flows();
        assertThat(log.size()).isEqualTo(flows.size());
        long sum = 0;
        for (int row = 0; row < log.size(); row++) {
            assertThat(log.completionNanos(row)).isGreaterThan(log.bytes(row) * 8_000_000_000L / RATE);
            sum += log.bytes(row);
        }
        assertThat(sum).isEqualTo(flows.stream().mapToLong(Lab.Flow::bytes).sum());
    }

    @Property(tries = 30)
    void theSameInputGivesTheSameRows(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        assertThat(all(seed)).isEqualTo(all(seed));
    }

    private static List<String> all(long seed) {
        Random random = new Random(seed);
        List<Lab.Flow> flows = flows(random);
        return new Lab(clos(1 + random.nextInt(4)), spec(random))
                .flows(flows)
                .run()
                .all();
    }

    /** Lost packets of any kind are sent again individually after a timeout. */
    @Property(tries = 40)
    void lossesAreMadeGoodAfterASilence(
            @ForAll @LongRange(min = 0, max = 1 << 20) long seed, @ForAll @IntRange(max = 1) int trims) {
        List<Lab.Flow> flows = flows(new Random(seed));
        PacketNetworkSpec spec =
                SPRAYED.withErrorRate(0.01).retransmitAfter(Time.us(50)).trimming(trims == 1);
        Lab lab = new Lab(clos(2), spec).flows(flows).run();
        assertThat(lab.network.stall()).isEmpty();
        assertThat(lab.network.flows().size()).isEqualTo(flows.size());
    }

    private static Lab cross(PacketNetworkSpec spec) {
        Lab lab = new Lab(clos(4), spec);
        for (int host = 0; host < HOSTS; host++) {
            lab.flow(host, (host + HOSTS / 2) % HOSTS, 2_000_000, 0);
        }
        return lab.run();
    }

    /** Hashed flows collide on uplinks; sprayed ones load all of them equally. */
    @Example
    void sprayingEvensOutTheUplinks() {
        Lab hashed = cross(Lab.shipped());
        Lab sprayed = cross(SPRAYED);
        assertThat(last(sprayed)).isLessThan(last(hashed));
        assertThat(spread(sprayed)).isLessThan(1.2);
        assertThat(spread(hashed)).isGreaterThan(1.5);
    }

    private static long last(Lab lab) {
        FlowLog log = lab.network.flows();
        return log.startNanos(log.size() - 1) + log.completionNanos(log.size() - 1);
    }

    /** The most loaded port from a leaf to a spine over the mean of these ports. */
    private static double spread(Lab lab) {
        PacketTopology topology = clos(4);
        PortStatistics ports = lab.network.statistics();
        long most = 0;
        long sum = 0;
        int count = 0;
        for (int port = 0; port < ports.size(); port++) {
            PacketTopology.Link link = topology.links().get(port / 2);
            if (link.a() >= HOSTS && link.b() >= HOSTS) {
                most = Math.max(most, ports.bytes(port));
                sum += ports.bytes(port);
                count++;
            }
        }
        return (double) most * count / sum;
    }

    /** With one entropy value a lone flow is as fast as without spraying: packets and acknowledgements are the same. */
    @Example
    void oneEntropyValueIsOnePath() {
        List<String> plain =
                new Lab(clos(4), Lab.shipped()).flow(0, 7, 1_000_000, 0).run().rows();
        assertThat(new Lab(clos(4), Lab.shipped().spraying(1))
                        .flow(0, 7, 1_000_000, 0)
                        .run()
                        .rows())
                .isEqualTo(plain);
    }

    /** Seven hosts send to one through a small buffer without pauses: packets are dropped, or trimmed and sent again. */
    @Example
    void trimmingReplacesDrops() {
        PacketNetworkSpec lossy = SPRAYED.pfc(false).buffer(new Bytes(200_000));
        assertThat(incast(lossy).network.stall()).isPresent();
        Lab trimmed = incast(lossy.trimming(true));
        assertThat(trimmed.network.stall()).isEmpty();
        assertThat(trimmed.network.drops()).isZero();
        assertThat(trimmed.network.trimmed()).isPositive();
        assertThat(trimmed.network.flows().size()).isEqualTo(7);
        assertThat(trimmed.network.retransmissions()).isZero();
        // The link to the receiver never idles for long: all bytes, headers included, in less than a tenth more.
        assertThat(last(trimmed)).isLessThan((long) (7 * 500_000 * 1.036 * 8 / 100 * 1.1) + 10_000);
    }

    private static Lab incast(PacketNetworkSpec spec) {
        Lab lab = new Lab(clos(4), spec);
        for (int host = 1; host < HOSTS; host++) {
            lab.flow(host, 0, 500_000, 0);
        }
        return lab.run();
    }

    @Example
    void whatDoesNotGoTogetherIsRefused() {
        assertThatThrownBy(() -> SPRAYED.with(CongestionControl.HPCC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs the packets of a flow in order");
        assertThatThrownBy(() -> Lab.shipped().trimming(true)).hasMessageContaining("trimmed but not sprayed");
        assertThatThrownBy(() -> Lab.shipped().spraying(65_537)).hasMessageContaining("0 to 65536 entropy values");
        assertThat(Lab.shipped().transport().sprays()).isFalse();
        assertThat(Lab.shipped().switches().trimming()).isFalse();
    }

    @Example
    void theResultSaysThatNoReferenceWasCompared() {
        Scenario scenario = Cases.same(LogicalTopology.switched(4), Cases.collective(1, 0, 65_536));
        scenario = scenario.options(scenario.options().fidelity(Fidelity.PACKET));
        assertThat(notes(PacketSimulation.run(scenario))).isEmpty();
        PacketSetup packets = scenario.packets();
        PacketResult result = PacketSimulation.run(
                scenario.packets(packets.network(packets.network().spraying(16))));
        assertThat(notes(result)).singleElement().satisfies(row -> {
            assertThat(row.what()).isEqualTo("packets are sprayed over 16 entropy values");
            assertThat(row.effect()).startsWith("not validated against a reference");
        });
    }

    private static List<Finding> notes(PacketResult result) {
        return result.simulation().report().findings().stream()
                .filter(row -> row.what().contains("sprayed"))
                .toList();
    }
}
