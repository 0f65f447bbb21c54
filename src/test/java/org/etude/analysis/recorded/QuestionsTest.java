// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.SmallTraces;
import org.etude.Traces;
import org.etude.spec.EventFilter;
import org.etude.table.TableCsv;
import org.etude.trace.activity.Span;
import org.etude.trace.model.TraceException;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tech.tablesaw.api.Table;

/** Every table of a recording whose times are known: {@link SmallTraces}. */
class QuestionsTest {
    @TempDir
    static Path directory;

    private static Traces traces;

    @BeforeAll
    static void record() {
        traces = Traces.load(SmallTraces.write(directory, 2).toString());
    }

    @Test
    void kernelsAreTheLongestFirstWithTheirShares() {
        assertThat(TableCsv.text(traces.kernels())).isEqualTo("""
                        rank,name,category,count,total_us,mean_us,std_us,min_us,max_us,share_frac
                        0,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),communication,2,5000,2500,0,2500,2500,0.5
                        0,Cijk_gemm,compute,2,4000,2000,0,2000,2000,0.4
                        0,relu_kernel,compute,2,1000,500,0,500,500,0.1
                        1,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),communication,2,4600,2300,0,2300,2300,0.479167
                        1,Cijk_gemm,compute,2,4000,2000,0,2000,2000,0.416667
                        1,relu_kernel,compute,2,1000,500,0,500,500,0.104167
                        """);
    }

    @Test
    void aStreamIsIdleForTheHostWhereTheNextStepIsLaunchedLate() {
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(0)).idle())).isEqualTo("""
                        rank,device,stream,category,count,total_us,share_frac,idle_frac
                        0,0,0,busy,4,5000,0.4,
                        0,0,0,host_wait,1,7500,0.6,1
                        0,0,0,kernel_wait,0,0,0,0
                        0,0,0,other,0,0,0,0
                        0,0,4,busy,2,5000,0.4,
                        0,0,4,host_wait,1,7500,0.6,1
                        0,0,4,kernel_wait,0,0,0,0
                        0,0,4,other,0,0,0,0
                        """);
    }

    @Test
    void operatorsOwnTheWorkThatTheyLaunched() {
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(0)).operators())).isEqualTo("""
                        rank,operator,kernel,category,count,total_us,mean_us,std_us,min_us,max_us,launch_us,delay_us
                        0,record_param_comms,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),communication,2,5000,2500,0,2500,2500,10,1790
                        0,aten::mm,Cijk_gemm,compute,2,4000,2000,0,2000,2000,10,140
                        0,aten::relu,relu_kernel,compute,2,1000,500,0,500,500,10,1870
                        """);
    }

    @Test
    void launchesSayHowLateTheirWorkBegan() {
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(0)).launches())).isEqualTo("""
                        rank,call,count,total_us,mean_us,std_us,min_us,max_us,work_us,delay_us,max_delay_us,short_kernels,slow_calls,late_kernels
                        0,hipExtLaunchKernel,2,20,10,0,10,10,2500,1790,1790,0,0,2
                        0,hipExtModuleLaunchKernel,2,20,10,0,10,10,2000,140,140,0,0,2
                        0,hipLaunchKernel,2,20,10,0,10,10,500,1870,1870,0,0,2
                        """);
    }

    @Test
    void anOperatorsSequenceIsAllTheWorkLaunchedInsideInOrderOfStart() {
        assertThat(traces.sequences().rowCount())
                .as("no outermost operator launches three")
                .isZero();
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(0)).sequences("PROFILERSTEP#1", 3)))
                .isEqualTo("""
                        rank,operator,sequence,length,count,gpu_us,host_us
                        0,ProfilerStep#1,Cijk_gemm | relu_kernel | ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),3,1,5000,10000
                        """);
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(1)).sequences("aten::", 1)))
                .isEqualTo("""
                        rank,operator,sequence,length,count,gpu_us,host_us
                        1,aten::mm,Cijk_gemm,1,2,4000,400
                        1,aten::relu,relu_kernel,1,2,1000,200
                        """);
        assertThat(traces.sequences("aten::", 2).rowCount()).isZero();
    }

    @Test
    void aLaunchQueueGrowsWithALaunchAndShrinksWithAStart() {
        Table queues = traces.filter(f -> f.ranks(0).streams(0)).launchQueues();
        assertThat(TableCsv.text(queues)).isEqualTo("""
                        rank,device,stream,changes,mean_launches,std_launches,min_launches,p25_launches,p50_launches,p75_launches,max_launches,full_us
                        0,0,0,8,0.5,0.534522,0,0,0.5,1,1,0
                        """);
    }

    @Test
    void annotationsHoldTheWorkLaunchedInside() {
        assertThat(TableCsv.text(traces.filter(f -> f.ranks(1)).annotations())).isEqualTo("""
                        rank,where,name,count,total_us,mean_us,std_us,min_us,max_us,kernels,gpu_us
                        1,host,ProfilerStep#1,1,10000,10000,0,10000,10000,3,4800
                        1,host,ProfilerStep#2,1,10000,10000,0,10000,10000,3,4800
                        """);
    }

    /** A profile of the host alone shows how long NCCL's call took, which says nothing about the transfer. */
    @Test
    void callsWhoseTransferWasNotRecordedHaveNoRate(@TempDir Path dir) throws IOException {
        Files.writeString(dir.resolve("device_0.json"), """
                {"distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2}, "traceEvents": [
                {"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "pid": 7, "tid": 7, "ts": 100, "dur": 141,
                 "args": {"External id": 1}},
                {"ph": "X", "cat": "user_annotation", "name": "nccl:all_to_all", "pid": 7, "tid": 7, "ts": 110, "dur": 116,
                 "args": {"External id": 2, "Input Dims": [[8, 1024, 8816]], "Input type": ["float"]}}]}
                """);
        assertThat(TableCsv.text(Traces.load(dir.toString()).bandwidth())).isEqualTo("""
                        type,ranks,size_bytes,dtype,count,mean_us,waiting_us,transfer_us,min_transfer_us,algbw_gbps,busbw_gbps
                        all_to_all,,288882688,float,1,116,0,,,,
                        """);
    }

    @Test
    void bandwidthCountsNoWaitingForTheLastRank() {
        Table rates = traces.bandwidth();
        assertThat(rates.rowCount()).isEqualTo(1);
        assertThat(rates.stringColumn("type").get(0)).isEqualTo("all_reduce");
        assertThat(rates.longColumn("size_bytes").get(0)).isEqualTo(4_000_000);
        assertThat(rates.intColumn("ranks").get(0)).isEqualTo(2);
        assertThat(rates.longColumn("count").get(0)).isEqualTo(4);
        assertThat(rates.doubleColumn("mean_us").get(0)).isEqualTo(2_400);
        assertThat(rates.doubleColumn("waiting_us").get(0)).isEqualTo(100);
        assertThat(rates.doubleColumn("transfer_us").get(0)).isEqualTo(2_300);
        assertThat(rates.doubleColumn("algbw_gbps").get(0)).isEqualTo(8 * 4_000_000 / 2_300e3, within(1e-9));
        assertThat(rates.doubleColumn("busbw_gbps").get(0)).isEqualTo(8 * 4_000_000 / 2_300e3, within(1e-9));
    }

    @Test
    void trafficIsWithinOrBetweenNodes() {
        assertThat(TableCsv.text(traces.nodeTraffic(2))).isEqualTo("""
                        rank,scope,type,count,unsized,size_bytes,sent_bytes,total_us
                        0,intra,all_reduce,2,0,8000000,8000000,5000
                        1,intra,all_reduce,2,0,8000000,8000000,4600
                        """);
        assertThat(traces.nodeTraffic(1).stringColumn("scope").asList()).containsOnly("inter");
        assertThatThrownBy(() -> traces.nodeTraffic(0)).isInstanceOf(TraceException.class);
    }

    @Test
    void aRecordingDoesNotDifferFromItself() {
        Table diff = traces.diff(traces);
        assertThat(diff.stringColumn("change").asList()).containsOnly("same");
        assertThat(diff.doubleColumn("diff_us").asList()).containsOnly(0.0);
        assertThat(diff.stringColumn("name").asList())
                .containsExactlyInAnyOrder(
                        "aten::mm", "aten::relu", "Cijk_gemm", "relu_kernel", "all_reduce 4000000 B, 2 ranks");
    }

    @Test
    void oneRankIsComparedWithTwoPerRank() {
        Table diff = traces.filter(f -> f.ranks(1)).diff(traces);
        Table reduce = diff.where(diff.stringColumn("kind").isEqualTo("collective"));
        assertThat(reduce.stringColumn("change").asList()).containsExactly("same");
        assertThat(reduce.doubleColumn("before_us").asList()).containsExactly(2_300.0);
        assertThat(reduce.doubleColumn("after_us").asList()).containsExactly(2_400.0);
        assertThat(reduce.doubleColumn("before_count").asList()).containsExactly(1.0);
    }

    @Test
    void theCriticalPathIsWholeAndCrossesToTheLastRank() {
        assertThat(TableCsv.text(traces.step(1).criticalPath())).isEqualTo("""
                        rank,node,name,node_type,lane,start_ns,end_ns,duration_us,after
                        1,1,ProfilerStep#1,comp,host,0,100000,100,start
                        1,2,aten::mm,comp,host,100000,160000,60,dependency
                        1,3,late start: Cijk_gemm,comp,none,160000,300000,140,gap
                        1,4,Cijk_gemm,comp,compute,300000,2300000,2000,dependency
                        1,12,late start: ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),comp,none,2300000,2700000,400,gap
                        0,13,ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>),comm_coll,comm,2700000,5000000,2300,last rank
                        0,17,hipDeviceSynchronize,comp,host,5000000,5010000,10,dependency
                        0,18,host time in ProfilerStep#1,comp,host,5010000,10000000,4990,dependency
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn-2", "cnn-2-cuda", "moe-2", "pipeline-2"})
    void aCriticalPathHasNoHoleAndAddsUpToTheRecording(String recording) {
        Traces recorded = Traces.load("data/" + recording);
        Table path = recorded.criticalPath();
        long end = 0;
        for (int row = 0; row < path.rowCount(); row++) {
            assertThat(path.longColumn("start_ns").get(row)).isEqualTo(end);
            end = path.longColumn("end_ns").get(row);
        }
        assertThat(path.doubleColumn("duration_us").sum()).isCloseTo(end / 1e3, within(1e-3));
        long origin = Span.origin(recorded.set());
        long last = recorded.set().ranks().stream()
                .mapToLong(rank -> Span.of(rank.device()).end() + rank.clockOffsetNanos())
                .max()
                .orElseThrow();
        assertThat(end).isEqualTo(last - origin);
    }

    @Test
    void filtersTakeTheirPart() {
        assertThat(traces.filter(f -> f.streams(4)).kernels().rowCount()).isEqualTo(2);
        assertThat(traces.filter(f -> f.name("RELU").ranks(0))
                        .operators()
                        .stringColumn("kernel")
                        .asList())
                .containsExactly("relu_kernel");
        Time firstStep = Time.us(10_000);
        assertThat(traces.filter(f -> f.ranks(0).to(firstStep))
                        .kernels()
                        .doubleColumn("total_us")
                        .asList())
                .containsExactly(2_500.0, 2_000.0, 500.0);
        assertThat(traces.filter(f -> f.ranks(0))
                        .findings()
                        .stringColumn("what")
                        .asList())
                .anyMatch(what -> what.contains("events kept"));
        assertThatThrownBy(() -> traces.filter(f -> f.name("no such kernel")))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("leaves no event");
        assertThatThrownBy(() -> EventFilter.all().from(firstStep).to(firstStep))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutAGpuOperatorsCountWithTheirSelfTime() {
        Traces cpu = Traces.load("data/cnn-2");
        Table kernels = cpu.kernels();
        Table reduce = kernels.where(kernels.stringColumn("category").isEqualTo("communication"));
        assertThat(reduce.stringColumn("name").asList()).containsExactly("gloo:all_reduce", "gloo:all_reduce");
        assertThat(reduce.doubleColumn("total_us").get(0)).isEqualTo(25_774.202, within(1e-6));
        Table pooling = kernels.where(kernels.stringColumn("name").isEqualTo("aten::max_pool2d_with_indices"));
        assertThat(pooling.doubleColumn("total_us").get(0)).isEqualTo(59_984.814, within(1e-6));
        assertThat(cpu.idle().rowCount()).isZero();
        assertThat(cpu.operators().rowCount()).isZero();
    }
}
