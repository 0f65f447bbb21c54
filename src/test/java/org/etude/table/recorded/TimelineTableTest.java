// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.link.Recording;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.spec.Cases;
import org.etude.table.TableCsv;
import org.etude.topology.graph.LogicalTopology;
import org.etude.trace.activity.PartnerWaits;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTableTest {
    private static final String HEAD = "rank,source,lane,name,start_us,duration_us\n";

    @TempDir
    private Path dir;

    private static String text(TraceSet traces) {
        return TableCsv.text(TimelineTable.of(traces, PartnerWaits.none()));
    }

    /** A kernel, a copy and a collective's kernel, each launched or alone; times from the first launch, at 10 us. */
    @Test
    void gpuWorkLiesOnItsLane() {
        Recording job = new Recording(2);
        job.rank(0)
                .launch("gemm", 1, 10, 7, 5, 1)
                .gpu("gpu_memcpy", "Memcpy HtoD", 7, 20, 3)
                .gpu("gpu_memset", "Memset (Device)", 7, 24, 0.5)
                .collective("allreduce", 30, 4, 100, "0", 0, 1)
                .op("aten::mm", 1, 50, 20);
        job.rank(1).launch("late", 1, 12, 7, 2.5, 1);
        assertThat(text(job.load(dir))).isEqualTo(HEAD + """
            0,recorded,compute,gemm,1,5
            0,recorded,memory,Memcpy HtoD,10,3
            0,recorded,memory,Memset (Device),14,0.5
            0,recorded,comm,ncclDevKernel_Generic(x),21,4
            1,recorded,compute,late,3,2.5
            """);
    }

    /**
     * Without GPU work the outermost operators compute: not those inside them (mm), nor while they communicate (60 to
     * 80), which the backend's own range shows as well.
     */
    @Test
    void operatorsOfAHostComputeExceptWhileTheyCommunicate() {
        Recording job = new Recording(1);
        job.rank(0)
                .op("aten::linear", 1, 0, 100)
                .op("aten::mm", 1, 10, 40)
                .op("c10d::allreduce_", 1, 60, 20)
                .op("gloo:all_reduce", 2, 65, 10)
                .op("aten::relu", 1, 90, 30)
                .op("aten::add", 3, 5, 10);
        assertThat(text(job.load(dir))).isEqualTo(HEAD + """
            0,recorded,compute,aten::linear,0,60
            0,recorded,compute,aten::add,5,10
            0,recorded,comm,gloo:all_reduce,65,10
            0,recorded,compute,aten::linear,80,20
            0,recorded,compute,aten::relu,100,20
            """);
    }

    @Test
    void aRankWithoutADeviceTraceHasNoRows() {
        Recording job = new Recording(1);
        job.rank(0).thread(2, 1).node(10, "aten::mm", 2, 10);
        assertThat(text(job.load(dir))).isEqualTo(HEAD);
    }

    /** Work of 2 us, then a message of 500 ns of latency and 1 ns of bytes between the ranks of a ring. */
    @Test
    void nodesOfASimulatedRunLieOnTheSameLanes() {
        EtGraph sends = Cases.graph(Cases.work(1, 2), Cases.send(2, 1, 50, 7, 1));
        EtGraph receives = Cases.graph(Cases.receive(1, 0, 50, 7));
        OpColumns ops = Simulator.run(Cases.each(LogicalTopology.ring(2), List.of(sends, receives)))
                .ops()
                .orElseThrow();
        assertThat(TableCsv.text(TimelineTable.of(ops))).isEqualTo(HEAD + """
            0,simulated,compute,work_1,0,2
            0,simulated,comm,message_2,2,0.501
            1,simulated,comm,message_1,0,2.501
            """);
    }
}
