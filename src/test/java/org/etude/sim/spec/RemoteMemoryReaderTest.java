// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.Simulator;
import org.etude.spec.SimulationException;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteMemoryReaderTest {
    private static RemoteMemorySpec read(String json) throws IOException {
        return RemoteMemoryReader.of(new ObjectMapper().readTree(json.replace('\'', '"')), "memory.json");
    }

    @Test
    void wholeNumbersAreTakenAndFractionsDropped() throws IOException {
        assertThat(read("{'memory-type':'MEMORY_POOL','remote-mem-latency':100.9,'remote-mem-bw':50}"))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 100, 50));
        assertThat(read("{'memory-type':'PER_NODE_MEMORY_EXPANSION','num-nodes':2,'num-npus-per-node':4,"
                        + "'remote-mem-latency':1,'remote-mem-bw':7}"))
                .isEqualTo(new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 2, 4, 1, 7));
        assertThat(read("{'memory-type':'NO_MEMORY_EXPANSION'}")).isEqualTo(RemoteMemorySpec.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | memory.json: memory-type: \"\" is unknown",
                "{'memory-type':'POOL'} | memory-type: \"POOL\" is unknown",
                "{'memory-type':'MEMORY_POOL','remote-mem-bw':'fast'} | remote-mem-bw is \"fast\", not a number",
                "{'memory-type':'MEMORY_POOL','remote-mem-bw':1,'remote-mem-latency':'x'} | remote-mem-latency is \"x\"",
                "{'memory-type':'MEMORY_POOL','remote-mem-bw':0.5} | memory.json: remote memory has rate 0 bytes/ns",
                "{'memory-type':'MEMORY_POOL','remote-mem-bw':1,'remote-mem-latency':-1} | latency -1 ns",
                "{'memory-type':'PER_NODE_MEMORY_EXPANSION','remote-mem-bw':1} | 0 nodes for 0 ranks each"
            })
    void senselessValuesAreNamed(String json, String said) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining(said);
    }

    /** 2^32 + 2 nodes are many, not 2, and 10^20 bytes per ns are no negative rate. */
    @Test
    void hugeNumbersAreTheNearestThatFit() throws IOException {
        assertThat(read("{'memory-type':'PER_NODE_MEMORY_EXPANSION','num-nodes':4294967298,'num-npus-per-node':4,"
                        + "'remote-mem-latency':1,'remote-mem-bw':100000000000000000000}"))
                .isEqualTo(new RemoteMemorySpec(
                        RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, Integer.MAX_VALUE, 4, 1, Long.MAX_VALUE));
        assertThatThrownBy(() -> read("{'memory-type':'PER_NODE_MEMORY_EXPANSION','num-nodes':-4294967295,"
                        + "'num-npus-per-node':4,'remote-mem-bw':1}"))
                .hasMessageContaining("memory.json: remote memory has -2147483648 nodes");
    }

    @Test
    void aRankWithoutANodeOfItsOwnIsRefused() {
        EtNode load = EtNode.of(1, "load", EtNodeType.MEM_LOAD, EtAttribute.int64("tensor_size", 100));
        Scenario four = Cases.same(LogicalTopology.ring(4), load);
        RemoteMemorySpec two = new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 2, 2, 10, 10);
        assertThat(Simulator.run(four.memory(two)).ranks().finish()).containsExactly(20, 40, 20, 40);
        RemoteMemorySpec one = new RemoteMemorySpec(RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION, 1, 3, 10, 10);
        assertThatThrownBy(() -> Simulator.run(four.memory(one)))
                .hasMessageContaining("1 nodes for 3 ranks each, the job has 4 ranks");
    }
}
