// SPDX-License-Identifier: Apache-2.0
package org.etude.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Finding;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.text.NetworkYaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers in traces and settings that make no sense: each is refused with the node and the value, none moves the clock back. */
class OddValuesTest {
    private static Scenario of(EtNode... nodes) {
        return Cases.same(LogicalTopology.ring(2), nodes);
    }

    private static void refused(Scenario scenario, String said) {
        assertThatThrownBy(() -> Simulator.run(scenario))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining(said);
    }

    private static EtNode sized(EtNodeType type, String name, long value) {
        return EtNode.of(1, "odd", type, EtAttribute.int64("num_ops", 5), EtAttribute.int64("tensor_size", 5))
                .withAttributes(List.of(
                        EtAttribute.int64("num_ops", name.equals("num_ops") ? value : 5),
                        EtAttribute.int64("tensor_size", name.equals("tensor_size") ? value : 5)));
    }

    @ParameterizedTest
    @CsvSource({"0, -5", "2, -1", "6, -9223372036854775807", "7, -2"})
    void collectivesOfLessThanNothing(int type, long bytes) {
        refused(of(Cases.collective(1, type, bytes)), "rank 0: node 1 (collective_1) has comm_size " + bytes);
    }

    @Test
    void collectivesBeyondCounting() {
        long most = (1L << 60) / 2;
        assertThat(Simulator.run(of(Cases.collective(1, 0, most))).complete()).isTrue();
        refused(of(Cases.collective(1, 2, most + 1)), "has comm_size " + (most + 1) + ", which 2 ranks cannot count");
    }

    @Test
    void messagesOfLessThanNothing() {
        Scenario pair = Cases.each(
                LogicalTopology.ring(2),
                List.of(Cases.graph(Cases.send(1, 1, -3, 7)), Cases.graph(Cases.receive(1, 0, -3, 7))));
        refused(pair, "rank 0: node 1 (message_1) has comm_size -3");
    }

    @ParameterizedTest
    @CsvSource({"-5", "9223372036854775807", "9223372036854776", "1152921504606846976"})
    void workBeyondTheClock(long micros) {
        refused(of(Cases.work(1, micros)), "rank 0: node 1 (work_1) lasts " + micros + " us");
    }

    @Test
    void workUpToTheEndOfTheClock() {
        long most = Long.MAX_VALUE / 1000;
        assertThat(Simulator.run(of(Cases.work(1, most))).stepNs()).isEqualTo(most * 1000);
    }

    @ParameterizedTest
    @CsvSource({"num_ops, -5", "tensor_size, -5"})
    void operationsOfLessThanNothing(String name, long value) {
        Scenario scenario = of(sized(EtNodeType.COMP, name, value))
                .system(SystemSpec.builder().roofline(true, 900).build());
        refused(scenario, "node 1 (odd) has " + name + " -5");
    }

    @Test
    void memoryOfLessThanNothing() {
        RemoteMemorySpec pool = new RemoteMemorySpec(RemoteMemorySpec.Kind.MEMORY_POOL, 0, 0, 10, 10);
        refused(of(sized(EtNodeType.MEM_LOAD, "tensor_size", -9)).memory(pool), "has tensor_size -9");
    }

    @ParameterizedTest
    @CsvSource({"0, 1600", "900, 0", "0, 0"})
    void aRooflineWithoutARoof(double peak, double memory) {
        Scenario scenario = of(sized(EtNodeType.COMP, "num_ops", 5))
                .system(SystemSpec.builder()
                        .roofline(true, peak)
                        .localMemoryGBps(memory)
                        .build());
        refused(scenario, "never ends: the roofline model has peak-perf " + peak + " TFLOPS");
    }

    @Test
    void endpointsAndQueuesBeyondCounting() {
        Scenario scenario = of(Cases.collective(1, 0, 100));
        refused(
                scenario.options(scenario.options().transport(1, 1e30, false)),
                "endpoint-delay 10 ns times injection-scale 1.0E30");
        assertThatThrownBy(() -> scenario.options().transport(4097, 1, false))
                .hasMessageContaining("num-queues-per-dim is 4097");
    }

    @ParameterizedTest
    @CsvSource({"a;x, \"x\" bytes", "a;1.5, \"1.5\" bytes", "a;-5, \"-5\" bytes", "a;5;b, 3 names and sizes"})
    void tensorsWithoutASize(String listed, String said) {
        EtNode node = EtNode.of(
                1,
                "odd",
                EtNodeType.COMP,
                new EtAttribute("inputs", "", EtAttribute.Kind.STRING_LIST, List.of(listed.split(";"))),
                new EtAttribute("outputs", "", EtAttribute.Kind.STRING_LIST, List.of()));
        Scenario scenario =
                of(node).system(SystemSpec.builder().trackLocalMemory(true).build());
        refused(scenario, said);
    }

    @Test
    void groupsThatAreNoLists() throws IOException {
        ObjectMapper json = new ObjectMapper();
        assertThatThrownBy(() -> GroupsReader.of(json.readTree("[]"), "groups.json"))
                .hasMessageStartingWith("groups.json: is not a JSON object");
        assertThat(GroupsReader.of(json.readTree("{\"1\":[0.5,1]}"), "groups.json")
                        .groups())
                .containsEntry(1, List.of(-1, 1));
    }

    @Test
    void ratesBeyondCounting() throws IOException {
        var tree = new ObjectMapper()
                .readTree("{\"topology\":[\"Ring\"],\"npus_count\":[2],\"bandwidth\":[1e300],\"latency\":[5]}");
        assertThatThrownBy(() -> NetworkYaml.of(tree, "net.yml"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("bandwidth 1.0E300 GB/s");
    }

    @Test
    void aCollectiveOfNoDimensionIsReported() {
        EtNode plain = Cases.collective(1, 0, 1000);
        List<EtAttribute> attributes = new ArrayList<>(plain.attributes());
        attributes.add(new EtAttribute("involved_dim", "", EtAttribute.Kind.BOOL_LIST, List.of(false)));
        SimulationResult result = Simulator.run(of(plain.withAttributes(attributes)));
        assertThat(result.stepNs()).isZero();
        assertThat(result.report().findings())
                .extracting(Finding::effect)
                .contains("nothing is sent and the node takes no time");
    }
}
