// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Time to repair a graph by size and damage; docs/benchmarks/repair.md has the figures. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx3g")
public class RepairBenchmark {
    /** Number of nodes. */
    @Param({"100000", "1000000"})
    public int nodes;

    /** clean: nothing to do; dirty: every hundredth node damaged; cycle: one cycle through all. */
    @Param({"clean", "dirty", "cycle"})
    public String damage;

    private EtGraph graph;

    /** Builds the graph: two dependencies per node, ten attributes as the converter writes them. */
    @Setup(Level.Trial)
    public void build() {
        EtGraphBuilder builder = new EtGraphBuilder("", List.of());
        for (int i = 0; i < nodes; i++) {
            builder.add(node(i));
        }
        graph = builder.build();
    }

    private EtNode node(int i) {
        List<EtAttribute> attributes = new ArrayList<>();
        boolean comm = i % 500 == 499;
        boolean bad = damage.equals("dirty") && i % 100 == 50;
        attributes.add(EtAttribute.bool(EtNames.IS_CPU_OP, !comm && i % 3 != 0));
        for (String name : new String[] {"rf_id", "fw_parent", "seq_id", "scope", "tid", "fw_tid", "stream"}) {
            attributes.add(EtAttribute.int64(name, i % 7));
        }
        attributes.add(EtAttribute.int64(EtNames.DURATION_NS, 1234 + i % 1000));
        if (comm) {
            attributes.add(EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()));
            attributes.add(EtAttribute.int64(EtNames.COMM_SIZE, 1 << 20));
        }
        long[] data = {Math.max(0, i - 1), Math.max(0, i - 1 - i % 50)};
        long[] ctrl = {Math.max(0, i / 2)};
        if (i == 0) {
            data = damage.equals("cycle") ? new long[] {nodes - 1} : new long[0];
            ctrl = new long[0];
        } else if (bad) {
            data = new long[] {i - 1, Math.min(nodes - 1, i + i % 9), nodes + 5L, i};
        }
        EtNodeType type = comm ? EtNodeType.COMM_COLL : bad && i % 200 == 50 ? EtNodeType.INVALID : EtNodeType.COMP;
        return new EtNode(i, "aten::op" + i % 300, type, ctrl, data, 10L * i + 1, 1, null, null, attributes);
    }

    /** Repairs a job of one rank. */
    @Benchmark
    public void repair(Blackhole sink) {
        sink.consume(Repair.run(Graphs.set(graph)));
    }
}
