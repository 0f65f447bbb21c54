// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.report.Report;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** Two runs have one key only if they have one outcome. */
class RunKeyTest {
    private final Scenario base = Scenario.of(
            new EtSet(
                    "w",
                    List.of(
                            new EtGraphBuilder("0.0.4", List.of())
                                    .add(EtNode.of(1, "a", EtNodeType.COMP))
                                    .build(),
                            new EtGraphBuilder("0.0.4", List.of())
                                    .add(EtNode.of(1, "b", EtNodeType.COMP))
                                    .build()),
                    CommGroups.none(),
                    Report.empty()),
            LogicalTopology.ring(2));

    private static String key(Scenario scenario) {
        return RunKey.of(scenario, "traces", "1.0");
    }

    private Scenario with(SimOptions options) {
        return base.options(options);
    }

    @Test
    void whateverChangesTheOutcomeChangesTheKey() {
        SimOptions o = base.options();
        LogicalTopology ring = base.topology();
        List<String> keys = new ArrayList<>();
        keys.add(key(base));
        keys.add(RunKey.of(base, "other traces", "1.0"));
        keys.add(RunKey.of(base, "traces", "1.1"));
        Scenario packets = with(o.fidelity(Fidelity.PACKET));
        keys.add(key(packets));
        keys.add(key(packets.packets(
                packets.packets().network(PacketNetworkSpec.shipped().withFastForward(false)))));
        keys.add(key(packets.packets(packets.packets().physical(PacketTopologies.star(2, 100_000_000_000L, 500)))));
        keys.add(key(base.system(SystemSpec.builder().splits(7).build())));
        keys.add(key(base.system(SystemSpec.builder()
                .algorithm(CollectiveType.ALL_REDUCE, AlgorithmSpec.parse("direct"))
                .build())));
        keys.add(key(base.system(SystemSpec.builder()
                .algorithm(CollectiveType.ALL_GATHER, AlgorithmSpec.parse("direct"))
                .build())));
        keys.add(key(base.system(SystemSpec.builder().customOfNode(1, "a").build())));
        keys.add(key(base.topology(ring.bandwidth(Bandwidth.gbps(1)))));
        keys.add(key(base.topology(ring.latency(Time.us(3)))));
        keys.add(key(base.topology(LogicalTopology.switched(2))));
        keys.add(key(base.topology(TopologyText.parse("ring:2").errorRate(0.1).logical())));
        keys.add(key(base.topology(TopologyText.parse("mesh:2").logical())));
        keys.add(key(base.memory(new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 1, 1, 100, 7))));
        keys.add(key(new Scenario(
                base.ranks(), base.groups(), base.system(), ring, base.memory(), Path.of("elsewhere"), o)));
        keys.add(key(with(o.fidelity(Fidelity.AWARE))));
        keys.add(key(with(o.compat(!o.compat()))));
        keys.add(key(with(o.stallFree(!o.stallFree()))));
        keys.add(key(with(o.transport(5, 1, false))));
        keys.add(key(with(o.transport(5, 2, false))));
        keys.add(key(with(o.transport(5, 1, true))));
        keys.add(key(with(o.everyDim(!o.everyDim()))));
        assertThat(new HashSet<>(keys)).hasSameSizeAs(keys);
        assertThat(keys).allMatch(key -> key.matches("[0-9a-f]{64}"));
    }

    @Test
    void whoWatchesAndWhenToGiveUpDoNot() {
        SimOptions o = base.options();
        assertThat(List.of(
                        key(with(o.record())),
                        key(with(o.limits(new SimOptions.Limits(1, 2, 3, 4)))),
                        key(with(o.symmetry(SimOptions.Symmetry.OFF))),
                        key(with(o.progress((what, done, total) -> {})))))
                .containsOnly(key(base));
    }
}
