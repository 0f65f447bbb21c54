// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * gloo's collectives without execution traces: a rank that only receives does not know how much a scatter sends, so repair
 * takes the size over from the root.
 */
class DeviceTracesAloneTest {
    private static final ObjectMapper JSON = new ObjectMapper();

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

    /** Seven scatters, each once and of the root's size, and no computation in their place. */
    @Test
    void scattersTakeTheSizeOfTheRootOnce() {
        EtGraph root = repaired.set().ranks().get(0);
        EtGraph receiver = repaired.set().ranks().get(1);
        assertThat(scatters(receiver)).hasSize(7).doesNotContain(-1L).isEqualTo(scatters(root));
        assertThat(repaired.changes().stringColumn("action").asList()).noneMatch(change -> change.contains("copy"));
    }

    private static List<Long> scatters(EtGraph rank) {
        List<Long> sizes = new ArrayList<>();
        for (int node = 0; node < rank.size(); node++) {
            if (rank.name(node).equals("gloo:scatter")) {
                assertThat(rank.type(node)).isEqualTo(EtNodeType.COMM_COLL);
                sizes.add(rank.integer(node, EtNames.COMM_SIZE, -1));
            }
        }
        return sizes;
    }

    @Test
    void replayAsRecorded() {
        assertThat(Traces.load(dir).link().toEt().replayed())
                .hasSize(2)
                .allSatisfy(step -> assertThat(step.replayedNanos()).isCloseTo(step.measuredNanos(), within(1000L)));
    }

    /**
     * A rank without its scatters gets copies: each is called after the gather before it and waits for it, because
     * dependencies between two threads of a backend do not count, and its id is that of no place.
     */
    @Test
    void aCopyOfAScatterIsCalledAfterTheGatherBeforeIt() throws IOException {
        Path file = dir.resolve("device_1.json.gz");
        JsonNode device;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            device = JSON.readTree(in);
        }
        for (Iterator<JsonNode> event = device.get("traceEvents").iterator(); event.hasNext(); ) {
            if (event.next().path("name").asText().matches("gloo:scatter|c10d::scatter_")) {
                event.remove();
            }
        }
        Files.delete(file);
        JSON.writeValue(dir.resolve("device_1.json").toFile(), device);
        EtGraph receiver = Traces.load(dir).link().toEt().repair().set().ranks().get(1);
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
