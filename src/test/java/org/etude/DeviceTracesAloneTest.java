// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * gloo's collectives without execution traces: a rank that only receives does not know how much a scatter sends, so repair
 * puts in what the root recorded, at its place among calls that run on two threads.
 */
class DeviceTracesAloneTest {
    @TempDir
    private Path dir;

    private Workload repaired;

    @BeforeEach
    void repair() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            String device = "device_" + rank + ".json.gz";
            Files.copy(Path.of("data", "collectives-2", device), dir.resolve(device));
        }
        repaired = Traces.load(dir).link().toEt().repair();
    }

    @Test
    void runOnAnotherNetwork() {
        Simulation run =
                repaired.simulate(Topology.ring(2).bandwidth(Bandwidth.gbps(10)).latency(Time.us(20)));
        assertThat(run.ranks().rowCount()).isEqualTo(2);
    }

    /** Each scatter waits for the gather before it and is called after it; its id is that of no place. */
    @Test
    void scattersAreCalledAfterTheGathersBeforeThem() {
        EtGraph receiver = repaired.set().ranks().get(1);
        List<String> before = new ArrayList<>();
        for (int node = 0; node < receiver.size(); node++) {
            long after = receiver.integer(node, EtNames.CALLED_AFTER, Long.MIN_VALUE);
            if (after != Long.MIN_VALUE) {
                assertThat(receiver.name(node)).isEqualTo("gloo:scatter");
                assertThat(receiver.dataDeps(node)).containsExactly(after);
                assertThat(receiver.ctrlDeps(node)).isEmpty();
                before.add(receiver.name(receiver.indexOf(after)));
            }
        }
        assertThat(before).hasSize(7).containsOnly("gloo:gather");
    }
}
