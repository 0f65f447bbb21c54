// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

/** ASTRA-sim reads {@code duration_micros} alone; we read the ns of our own attribute unless asked for its numbers. */
class WholeMicrosTest {
    private final Scenario scenario = Cases.each(LogicalTopology.ring(1), List.of(graph()));

    @Test
    void nanosecondsCountUnlessAstraSimsNumbersAreAskedFor() {
        assertThat(step(scenario.options())).isEqualTo(7_300);
        assertThat(step(scenario.options().compat(true))).isEqualTo(7_000);
        assertThat(step(scenario.options().wholeMicros(true))).isEqualTo(7_000);
        assertThat(step(scenario.options().compat(true).compat(false))).isEqualTo(7_300);
    }

    private long step(SimOptions options) {
        return Simulator.run(scenario.options(options)).stepNs();
    }

    private static EtGraph graph() {
        EtNode work = Cases.work(1, 7);
        List<EtAttribute> attributes = new ArrayList<>(work.attributes());
        attributes.add(EtAttribute.int64(EtNames.DURATION_NS, 7_300));
        return Cases.graph(new EtNode(
                work.id(),
                work.name(),
                work.type(),
                work.ctrlDeps(),
                work.dataDeps(),
                work.startMicros(),
                work.durationMicros(),
                work.inputs(),
                work.outputs(),
                attributes));
    }
}
