// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import org.assertj.core.data.Offset;
import org.etude.et.check.EtValidator;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.CollectiveType;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectivePlanTest {
    @TempDir
    Path dir;

    private CollectivePlan read(String text) throws IOException {
        return CollectivePlan.read(Files.writeString(dir.resolve("plan"), text));
    }

    private static SimulationResult run(EtSet set) {
        return Simulator.run(
                Scenario.of(set, LogicalTopology.of(DimKind.SWITCH, set.ranks().size())));
    }

    private static long sent(EtGraph graph) {
        long bytes = 0;
        for (int node = 0; node < graph.size(); node++) {
            bytes += graph.type(node) == EtNodeType.COMM_SEND ? graph.integer(node, "comm_size", 0) : 0;
        }
        return bytes;
    }

    @Test
    void plansInUtf16AreRecognised() throws IOException {
        Path file = Files.writeString(dir.resolve("wide"), PlanSamples.ringAllReduce(3), StandardCharsets.UTF_16);
        assertThat(CollectivePlan.read(file).ranks()).isEqualTo(3);
        Path json = Files.writeString(dir.resolve("json"), "{}", StandardCharsets.UTF_16);
        assertThatThrownBy(() -> CollectivePlan.read(json))
                .isInstanceOf(EtException.class)
                .hasMessageNotContaining("not JSON");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void aRingOfMscclMovesWhatARingMoves(int n) throws IOException {
        CollectivePlan plan = read(PlanSamples.ringAllReduce(n));
        assertThat(plan.type()).isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(plan.ranks()).isEqualTo(n);
        EtSet set = plan.traces(n * 1000L);
        for (EtGraph graph : set.ranks()) {
            assertThat(sent(graph)).isEqualTo(2 * (n - 1) * 1000L);
        }
        SimulationResult result = run(set);
        assertThat(result.complete()).isTrue();
        assertThat(Arrays.stream(result.ranks().finish()).distinct().count()).isEqualTo(1);
        assertThat(EtValidator.check(set, Progress.ambient()).findings())
                .noneMatch(row -> row.level() == Finding.Level.ERROR);
    }

    @Test
    void itImplementsTheCollective() throws IOException {
        EtSet set = read(PlanSamples.ringAllReduce(4)).traces(1 << 20);
        EtFiles.writeSet(set, dir, Progress.ambient());
        Scenario one =
                Cases.same(LogicalTopology.ring(4), Cases.collective(1, CollectiveType.ALL_REDUCE.number(), 1 << 20));
        SystemSpec custom = SystemSpec.builder()
                .splits(1)
                .custom(CollectiveType.ALL_REDUCE, dir.resolve("ring").toString())
                .build();
        SimulationResult result = Simulator.run(one.system(custom));
        assertThat(result.complete()).isTrue();
        // As the messages by themselves: each hop waits for the one before.
        long alone =
                Simulator.run(Scenario.of(set, LogicalTopology.ring(4))).ranks().finish()[0];
        assertThat(result.ranks().finish()[0]).isCloseTo(alone, Offset.offset(50L));
    }

    @Test
    void aDependencyOnAnotherBlockHolds() throws IOException {
        String xml = """
                <algo name="x" nchunksperloop="1" ngpus="2" coll="broadcast">
                 <gpu id="0"><tb id="0" send="1" recv="-1" chan="0">
                  <step s="0" type="s" cnt="1" depid="1" deps="1"/></tb>
                  <tb id="1" send="-1" recv="1" chan="1"><step s="0" type="nop" depid="-1"/>
                  <step s="1" type="r" cnt="1" depid="-1"/></tb></gpu>
                 <gpu id="1"><tb id="0" send="0" recv="-1" chan="1"><step s="0" type="s" cnt="1"  depid="-1"/></tb>
                  <tb id="1" send="-1" recv="0" chan="0"><step s="0" type="r" cnt="1"  depid="-1"/></tb></gpu>
                </algo>""";
        EtGraph graph = read(xml).traces(100).ranks().get(0);
        assertThat(graph.type(0)).isEqualTo(EtNodeType.COMM_SEND);
        assertThat(graph.dataDeps(0)).containsExactly(2);
        assertThat(graph.type(2)).isEqualTo(EtNodeType.COMM_RECV);
        assertThat(run(read(xml).traces(100)).complete()).isTrue();
    }

    @Test
    void anOperationThatNoVersionHasIsAFinding() throws IOException {
        String plan = PlanSamples.putAllGather(2);
        assertThat(read(plan).traces(5000).report().findings())
                .noneMatch(row -> row.what().contains("unknown"));
        EtSet set = read(plan.replace("\"put\"", "\"putx\"")).traces(5000);
        assertThat(set.report().findings()).extracting(Finding::what).contains("unknown operations: putx");
        assertThat(run(set).complete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void putsOfMscclppAreMessages(int n) throws IOException {
        EtSet set = read(PlanSamples.putAllGather(n)).traces(5000);
        for (EtGraph graph : set.ranks()) {
            // A part and two signals of one byte to each other rank.
            assertThat(sent(graph)).isEqualTo((n - 1) * 5002L);
        }
        assertThat(run(set).complete()).isTrue();
    }

    @Test
    void readsOfMscclppAreRequestsAndAnswers() throws IOException {
        EtSet set = read(PlanSamples.readReduceScatter()).traces(8000);
        assertThat(sent(set.ranks().get(0))).isEqualTo(1 + 1 + 4000);
        assertThat(run(set).complete()).isTrue();
    }

    @Test
    void packetsAreWaitedForWhereTheyAreRead() throws IOException {
        EtSet set = read(PlanSamples.packetAllReduce()).traces(8000);
        assertThat(sent(set.ranks().get(0))).isEqualTo(8000);
        SimulationResult result = run(set);
        assertThat(result.complete()).isTrue();
        EtGraph graph = set.ranks().get(0);
        int reader = -1;
        for (int node = 0; node < graph.size(); node++) {
            for (long dep : graph.dataDeps(node)) {
                reader = graph.type((int) dep) == EtNodeType.COMM_RECV ? node : reader;
            }
        }
        assertThat(reader).isPositive();
        assertThat(set.report().findings()).extracting(Finding::what).contains("the protocol LL");
    }

    /** Each thread block of a group sends its slice, and the one that reads a slice waits for that one only. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void threadBlocksShareAnOperation(int blocks) throws IOException {
        EtSet set = read(PlanSamples.sharedPacketAllReduce(blocks)).traces(1000);
        assertThat(run(set).complete()).isTrue();
        for (EtGraph graph : set.ranks()) {
            assertThat(sent(graph)).isEqualTo(1000);
            for (int node = 0; node < graph.size(); node++) {
                if (graph.type(node) == EtNodeType.COMP && graph.dataDeps(node).length > 0) {
                    assertThat(graph.dataDeps(node)).hasSize(1);
                }
            }
        }
    }

    @Test
    void packetsOfOneThreadBlockAreWaitedForByAnother() throws IOException {
        EtSet set = read(PlanSamples.forwardedPackets()).traces(1000);
        EtGraph graph = set.ranks().get(0);
        SimulationResult result = run(set);
        assertThat(result.complete()).isTrue();
        // What GPU 0 sends waits, by way of its own packets, for what GPU 1 sent.
        int send = IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == EtNodeType.COMM_SEND)
                .findFirst()
                .orElseThrow();
        assertThat(waitsFor(graph, send)).anyMatch(node -> graph.type(node) == EtNodeType.COMM_RECV);
    }

    private static Set<Integer> waitsFor(EtGraph graph, int node) {
        Set<Integer> all = new HashSet<>();
        for (long dep : graph.dataDeps(node)) {
            if (all.add((int) dep)) {
                all.addAll(waitsFor(graph, (int) dep));
            }
        }
        return all;
    }

    /** The executor makes the other end of a channel itself; without input chunks the output's count. */
    @ParameterizedTest
    @CsvSource({"broadcast, 1000", "allgather, 2000", "reducescatter, 500"})
    void aSignalThatNothingWaitsForNeedsNoOtherEnd(String collective, long chunk) throws IOException {
        EtSet set = read(PlanSamples.unpairedPut(collective)).traces(2000);
        assertThat(run(set).complete()).isTrue();
        assertThat(sent(set.ranks().get(0))).isEqualTo(chunk + 1);
    }

    @Test
    void plansOfTheFirstFormatAreRead() throws IOException {
        CollectivePlan plan = read(PlanSamples.firstFormatAllReduce());
        assertThat(plan.name()).isEqualTo("first");
        assertThat(plan.type()).isEqualTo(CollectiveType.ALL_REDUCE);
        EtSet set = plan.traces(8000);
        for (EtGraph graph : set.ranks()) {
            assertThat(sent(graph)).isEqualTo(4000 + 1 + 4000 + 1);
        }
        SimulationResult result = run(set);
        assertThat(result.complete()).isTrue();
        // The second half is sent only once the first one has come.
        EtGraph graph = set.ranks().get(0);
        int last = IntStream.range(0, graph.size())
                .filter(node -> graph.type(node) == EtNodeType.COMM_SEND && graph.integer(node, "comm_size", 0) > 1)
                .max()
                .orElseThrow();
        assertThat(waitsFor(graph, last))
                .anyMatch(node -> graph.type(node) == EtNodeType.COMM_RECV && graph.integer(node, "comm_size", 0) > 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"ctype\":\"sm\",\"cnt\":1 | \"ctype\":\"nvls\",\"cnt\":1 | of a switch channel (NVLS)",
                "\"o_cids\":[{\"id\":0 | \"o_cids\":[{\"id\":9 | buffer_id is -1",
                "\"connectedTo\":[1] | \"connectedTo\":[] | has no remote buffer 1 for memory channels"
            })
    void brokenPlansOfTheFirstFormatAreRefused(String what, String by, String said) {
        assertThatThrownBy(() -> read(PlanSamples.firstFormatAllReduce().replace(what, by)))
                .isInstanceOf(EtException.class)
                .hasMessageContaining(said);
    }

    @Test
    void aGroupOfThreadBlocksIsChecked() {
        assertThatThrownBy(() -> read(PlanSamples.sharedPacketAllReduce(2).replace("\"tb_id\":1", "\"tb_id\":2")))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("tbg_info/tb_id is 2, not 0 to 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<algo ngpus=\"1\" nchunksperloop=\"1\" coll=\"allreduce\"> | line 1: not XML",
                "<graph/> | line 1: the document is a <graph>, not an <algo>",
                "<algo ngpus=\"0\" nchunksperloop=\"1\" coll=\"allreduce\"/> | ngpus of a <algo> is \"0\"",
                "<algo ngpus=\"1\" nchunksperloop=\"1\" coll=\"dance\"/> | the collective \"dance\" is not known",
                "<algo ngpus=\"1\" nchunksperloop=\"1\" coll=\"allreduce\"/> | gpu 0 of 1 is missing",
                "<algo ngpus=\"1\" nchunksperloop=\"1\" coll=\"allreduce\"><gpu id=\"0\"><tb id=\"0\" send=\"0\"><step s=\"0\" type=\"fly\"/></tb></gpu></algo> | the type \"fly\" is not known",
                "<algo ngpus=\"2\" nchunksperloop=\"1\" coll=\"allreduce\"><gpu id=\"0\"><tb id=\"0\" send=\"1\"><step s=\"0\" type=\"s\"/></tb></gpu><gpu id=\"1\"/></algo> | 1 sends from 0 to 1 on channel 0 meet 0 receives",
                "{\"gpus\": 1} | gpus is not a list of",
                "{\"gpus\": [ | not JSON",
                "{\"collective\":\"allreduce\",\"gpus\":[{\"id\":7}]} | gpus/id is 7, not 0 to 0",
                "{\"collective\":\"allreduce\",\"gpus\":[{\"id\":0,\"threadblocks\":[{\"id\":0,\"ops\":[{\"name\":\"glres\"}]}]}]} | NVLS",
                "{\"collective\":\"allreduce\",\"gpus\":[{\"id\":0,\"threadblocks\":[{\"id\":0,\"ops\":[{\"name\":\"fly\"}]}]}]} | the operation \"fly\", which is not known",
                "{\"collective\":\"allreduce\",\"gpus\":[{\"id\":0,\"threadblocks\":[{\"id\":3,\"ops\":[{\"name\":\"signal\",\"channel_type\":\"memory\",\"channel_ids\":[0]}]}]}]} | gpu 0/tb 3 has no channel 0 of type memory"
            })
    void brokenPlansAreRefused(String text, String said) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("plan")
                .hasMessageContaining(said);
    }

    /** The switch channel as MSCCL++'s design document shows it, of four GPUs. */
    @Test
    void aPlanOfTheSwitchIsRefusedWithWhatTheSwitchDoes() {
        String channel =
                "\"channels\":[{\"type\":\"switch\",\"buff\":\"i\",\"rankGroups\":[{\"size\":4,\"ranks\":[0,1,2,3]}]}]";
        String ops = "\"threadblocks\":[{\"id\":2,\"ops\":[{\"name\":\"glres\",\"ctype\":\"switch\",\"cids\":[0]}]}]";
        String gpus = IntStream.range(0, 4)
                .mapToObj(id -> "{\"id\":" + id + "," + channel + "," + ops + "}")
                .collect(Collectors.joining(","));
        assertThatThrownBy(() -> read("{\"collective\":\"allreduce\",\"gpus\":[" + gpus + "]}"))
                .isInstanceOfSatisfying(EtException.class, e -> {
                    assertThat(e)
                            .hasMessageContaining("gpu 0/tb 2")
                            .hasMessageContaining("operation glres of a switch channel (NVLS)")
                            .hasMessageContaining("the data of 4 GPUs itself")
                            .hasMessageContaining("would carry it 3 times");
                    assertThat(e).hasMessageContaining("memory or port channels");
                });
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() throws IOException {
        CollectivePlan plan = read(PlanSamples.ringAllReduce(2));
        for (long bytes : List.of(0L, -1L, Long.MAX_VALUE)) {
            assertThatThrownBy(() -> plan.traces(bytes)).hasMessageContaining("Give 1 to 2^50 bytes");
        }
        assertThat(PlanGraph.size(3, 10, 4)).isEqualTo(8);
        assertThat(Collections.nCopies(1, PlanGraph.size(0, 10, 4))).containsExactly(1L);
    }

    @Property(tries = 300)
    void anyPlanIsReadOrRefused(
            @ForAll boolean xml, @ForAll @Size(min = 2, max = 6) List<@IntRange(min = 0, max = 1 << 20) Integer> edits)
            throws IOException {
        Statistics.label("outcome").coverage(outcomes -> {
            outcomes.check("read").count(count -> count > 0);
            outcomes.check("refused").count(count -> count > 0);
        });
        byte[] bytes =
                (xml ? PlanSamples.ringAllReduce(3) : PlanSamples.putAllGather(3)).getBytes(StandardCharsets.US_ASCII);
        for (int k = 0; k + 1 < edits.size(); k += 2) {
            bytes[edits.get(k) % bytes.length] = (byte) (32 + edits.get(k + 1) % 95);
        }
        Path file = Files.createTempFile("plan", "");
        try {
            CollectivePlan.read(Files.write(file, bytes));
            Statistics.label("outcome").collect("read");
        } catch (EtException e) {
            Statistics.label("outcome").collect("refused");
            assertThat(e).hasMessageContaining(file.getFileName().toString());
        } finally {
            Files.delete(file);
        }
    }
}
