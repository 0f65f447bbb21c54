// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;

/** What must hold in every network: nothing is lost or created, no time is physically impossible, names do not matter. */
class PacketNetworkProperties {
    private static final int HOSTS = 8;

    private static List<Lab.Flow> flows(Random random) {
        List<Lab.Flow> flows = new ArrayList<>();
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(HOSTS);
            int to = (from + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
            flows.add(new Lab.Flow(from, to, 1 + random.nextInt(200_000), random.nextInt(20_000)));
        }
        return flows;
    }

    private static PacketTopology topology(Random random) {
        long rate = List.of(25, 65, 100, 400).get(random.nextInt(4)) * 1_000_000_000L;
        long delay = 1 + random.nextInt(3000);
        return switch (random.nextInt(3)) {
            case 0 -> PacketTopologies.star(HOSTS, rate, delay);
            case 1 -> PacketTopologies.fatTree(HOSTS, 2, 1 + random.nextInt(3), rate, delay);
            default -> PacketTopologies.twistedTorus(4, 2, 1, rate, delay);
        };
    }

    private static PacketNetworkSpec spec(Random random) {
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        CongestionControl[] controls = CongestionControl.values();
        return shipped.with(controls[random.nextInt(controls.length)])
                .with(shipped.switches()
                        .withBuffer(List.of(2 << 20, 4 << 20, 32 << 20).get(random.nextInt(3))))
                .with(shipped.transport().withPayload(List.of(256, 1000, 4096).get(random.nextInt(3))));
    }

    @Property(tries = 300)
    void everyFlowFinishesAndEveryFrameIsAccountedFor(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        Random random = new Random(seed);
        List<Lab.Flow> flows = flows(random);
        PacketTopology topology = topology(random);
        double bytesPerNano = topology.links().get(0).bitsPerSecond() / 8e9;
        Lab lab = new Lab(topology, spec(random)).flows(flows).run();
        assertThat(lab.network.stall()).isEmpty();
        assertThat(lab.network.flows().size()).isEqualTo(flows.size());
        assertThat(lab.heard).hasSize(2 * flows.size());
        lab.assertBalanced();
        FlowLog log = lab.network.flows();
        long last = 0;
        for (int row = 0; row < log.size(); row++) {
            long end = log.startNanos(row) + log.completionNanos(row);
            assertThat(end).isGreaterThanOrEqualTo(last);
            last = end;
            assertThat((double) log.completionNanos(row)).isGreaterThan(log.bytes(row) / bytesPerNano);
        }
    }

    @Property(tries = 60)
    void theSameInputGivesTheSameRows(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        List<String> first = null;
        for (int run = 0; run < 3; run++) {
            Random random = new Random(seed);
            List<Lab.Flow> flows = flows(random);
            List<String> rows =
                    new Lab(topology(random), spec(random)).flows(flows).run().rows();
            assertThat(rows).isEqualTo(first == null ? rows : first);
            first = rows;
        }
    }

    @Property(tries = 60)
    void hostsOfAStarCanBeRenamed(
            @ForAll @LongRange(min = 0, max = 1 << 20) long seed, @ForAll @IntRange(max = 7) int turn) {
        List<Lab.Flow> flows = flows(new Random(seed));
        List<Lab.Flow> renamed = flows.stream()
                .map(f -> new Lab.Flow((f.from() + turn) % HOSTS, (f.to() + turn) % HOSTS, f.bytes(), f.atNanos()))
                .toList();
        assertThat(durations(renamed)).isEqualTo(durations(flows));
    }

    private static List<Long> durations(List<Lab.Flow> flows) {
        Lab lab = new Lab(Lab.star(HOSTS, 100, 700), Lab.shipped()).flows(flows).run();
        List<Long> durations = new ArrayList<>();
        for (int row = 0; row < lab.network.flows().size(); row++) {
            durations.add(lab.network.flows().completionNanos(row));
        }
        return durations;
    }

    @Property(tries = 60)
    void aLoneFlowIsNeverSlowerOnFasterLinks(
            @ForAll @LongRange(min = 1, max = 3_000_000) long bytes, @ForAll @IntRange(min = 1, max = 5000) int delay) {
        PacketNetworkSpec unbound = Lab.shipped().with(Lab.shipped().transport().withWindow(false));
        long before = Long.MAX_VALUE;
        for (int gbps : new int[] {10, 25, 65, 100, 200, 400}) {
            long now = new Lab(Lab.star(2, gbps, delay), unbound)
                    .flow(0, 1, bytes, 0)
                    .run()
                    .completion(0, 1);
            assertThat(now).isLessThanOrEqualTo(before);
            before = now;
        }
    }

    /** At 8 and 4 Gbit/s a byte takes 1 and 2 ns without rounding. */
    @Property(tries = 60)
    void halfTheRateAndTwiceTheDelayTakeTwiceAsLong(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        List<Lab.Flow> flows = flows(new Random(seed));
        List<Lab.Flow> late = flows.stream()
                .map(f -> new Lab.Flow(f.from(), f.to(), f.bytes(), 2 * f.atNanos()))
                .toList();
        FlowLog fast = new Lab(Lab.star(HOSTS, 8, 600), Lab.shipped())
                .flows(flows)
                .run()
                .network
                .flows();
        FlowLog slow = new Lab(Lab.star(HOSTS, 4, 1200), Lab.shipped())
                .flows(late)
                .run()
                .network
                .flows();
        for (int row = 0; row < flows.size(); row++) {
            assertThat(slow.completionNanos(row)).isEqualTo(2 * fast.completionNanos(row));
            assertThat(slow.source(row)).isEqualTo(fast.source(row));
        }
    }
}
