// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.cluster.LoopbackEngine;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.repair.graph.Attributes;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.sim.spec.Cases;
import org.etude.spec.CollectiveType;
import org.etude.spec.RepairOptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded jobs of which single ranks were damaged, repaired on a cluster and in one process. */
class RepairOnClusterTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-hip", "collectives-2", "moe-2"})
    void damagedRecordingsAreRepairedToTheSameBytes(String name) throws Exception {
        EtSet recorded = Traces.load("data/" + name).link().toEt().scaleTo(4).set();
        List<EtGraph> ranks = new ArrayList<>(recorded.ranks());
        ranks.set(1, damaged(ranks.get(1), RepairOnClusterTest::lose));
        ranks.set(2, damaged(ranks.get(2), RepairOnClusterTest::changeSize));
        ranks.set(3, damaged(damaged(ranks.get(3), RepairOnClusterTest::exchange), RepairOnClusterTest::changeType));
        Workload job = Workload.of(new EtSet("job", ranks, recorded.groups(), recorded.report()));
        String traces = dir.resolve("traces").toString();
        job.save(traces);
        for (RepairOptions.Mismatch mismatch : RepairOptions.Mismatch.values()) {
            RepairOptions options = RepairOptions.defaults().withMismatch(mismatch);
            Workload here = Workload.read(traces).repair(options, Progress.NONE);
            Workload away =
                    ClusterWorkloads.repair(new LoopbackEngine().cluster(), Path.of(traces), options, Progress.NONE);
            assertThat(files(away, dir.resolve(mismatch + "-away")))
                    .isEqualTo(files(here, dir.resolve(mismatch + "-here")));
            assertThat(away.changes().print()).isEqualTo(here.changes().print());
            assertThat(away.findings().print()).isEqualTo(here.findings().print());
            assertWritten(here, Path.of(traces), options, dir.resolve(mismatch.name()));
            assertThat(here.findings().stringColumn("what").asList())
                    .anyMatch(what -> what.contains("is missing on rank"))
                    .anyMatch(what -> what.contains("the size differs"));
        }
    }

    /** The machines of the cluster write the files themselves. */
    private static void assertWritten(Workload here, Path traces, RepairOptions options, Path directory)
            throws IOException {
        ClusterWorkloads.Written written = ClusterWorkloads.repairTo(
                directory.resolve("written"), false, new LoopbackEngine().cluster(), traces, options, Progress.NONE);
        assertThat(ConvertOnClusterTest.files(directory.resolve("written")))
                .isEqualTo(files(here, directory.resolve("here")));
        assertThat(written.changes().print()).isEqualTo(here.changes().print());
        assertThat(written.findings().print()).isEqualTo(here.findings().print());
        assertThat(written.summary().print()).isEqualTo(here.summary().print());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksWithOneTraceAndThoseForAstraSimAreWritten(boolean astraSim) throws Exception {
        Path traces = dir.resolve("traces");
        Traces.load("data/cnn-2").link().toEt().scaleTo(6).save(traces.toString());
        RepairOptions options = astraSim ? RepairOptions.forAstraSim() : RepairOptions.defaults();
        assertWritten(Workload.read(traces).repair(options, Progress.NONE), traces, options, dir);
    }

    /** The first and the last of three ranks have a group of their own, so that ASTRA-sim would hang. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCollectiveOnWhichAstraSimHangsIsFoundByKey(boolean hangs) throws Exception {
        EtGraph outer = Cases.graph(Cases.grouped(1, 0, 4096, "1"), Cases.collective(2, 0, 4096, 1));
        EtGraph inner = hangs
                ? Cases.graph(Cases.work(1, 1), Cases.collective(2, 0, 4096, 1))
                : Cases.graph(Cases.grouped(1, 0, 4096, "2"), Cases.collective(2, 0, 4096, 1));
        CommGroups groups = CommGroups.of(Map.of(1, List.of(0, 3), 2, List.of(1, 2)));
        Path traces = dir.resolve("traces");
        Workload.of(new EtSet("t", List.of(outer, inner, inner, outer), groups, Report.empty()))
                .save(traces);
        RepairOptions options = RepairOptions.forAstraSim();
        Workload here = Workload.read(traces).repair(options, Progress.NONE);
        assertThat(here.findings().stringColumn("place").asList().contains("collective 0 of all ranks"))
                .isEqualTo(hangs);
        assertWritten(here, traces, options, dir);
        Workload away = ClusterWorkloads.repair(new LoopbackEngine().cluster(), traces, options, Progress.NONE);
        assertThat(away.findings().print()).isEqualTo(here.findings().print());
    }

    private interface Damage {
        void to(List<EtNode> nodes, List<Integer> collectives);
    }

    private static EtGraph damaged(EtGraph graph, Damage damage) {
        List<EtNode> nodes = new ArrayList<>();
        List<Integer> collectives = new ArrayList<>();
        for (int node = 0; node < graph.size(); node++) {
            nodes.add(graph.node(node));
            if (graph.type(node) == EtNodeType.COMM_COLL) {
                collectives.add(node);
            }
        }
        damage.to(nodes, collectives);
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        nodes.forEach(builder::add);
        return builder.build();
    }

    private static void lose(List<EtNode> nodes, List<Integer> collectives) {
        nodes.remove((int) collectives.get(collectives.size() / 2));
    }

    private static void changeSize(List<EtNode> nodes, List<Integer> collectives) {
        set(nodes, collectives.get(1), EtAttribute.int64(EtNames.COMM_SIZE, 12_345_678));
    }

    private static void changeType(List<EtNode> nodes, List<Integer> collectives) {
        int last = collectives.get(collectives.size() - 1);
        set(nodes, last, EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.REDUCE_SCATTER.number()));
    }

    private static void set(List<EtNode> nodes, int at, EtAttribute value) {
        EtNode node = nodes.get(at);
        nodes.set(at, node.withAttributes(Attributes.with(node.attributes(), value)));
    }

    /** Two neighbouring collectives swap what they do. */
    private static void exchange(List<EtNode> nodes, List<Integer> collectives) {
        int one = collectives.get(0);
        int other = collectives.get(1);
        List<EtAttribute> attributes = nodes.get(one).attributes();
        nodes.set(one, nodes.get(one).withAttributes(nodes.get(other).attributes()));
        nodes.set(other, nodes.get(other).withAttributes(attributes));
    }

    private static Map<String, String> files(Workload work, Path directory) throws IOException {
        work.save(directory.toString());
        return ConvertOnClusterTest.files(directory);
    }
}
