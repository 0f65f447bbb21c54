// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.etude.trace.load.TraceFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceReaderTest {
    @TempDir
    Path dir;

    @Test
    void readsEveryColumnOfAModernTrace() {
        DeviceTrace trace = TraceFiles.events(dir, TraceFiles.DEVICE);
        assertThat(trace.size()).isEqualTo(5);
        assertThat(trace.kind(0)).isEqualTo(EventKind.USER_ANNOTATION);
        assertThat(trace.startNanos(0)).isEqualTo(4458676416882142L);
        assertThat(trace.durationNanos(0)).isEqualTo(100_500);
        assertThat(trace.name(1)).isEqualTo("aten::mm");
        assertThat(trace.startNanos(1)).isEqualTo(4458676416890001L);
        assertThat(trace.recordFunctionId(1)).isEqualTo(-1L);
        assertThat(trace.sequenceNumber(1)).isEqualTo(5);
        assertThat(trace.forwardThread(1)).isEqualTo(1);
        assertThat(trace.kind(2)).isEqualTo(EventKind.RUNTIME);
        assertThat(trace.durationNanos(2)).isEqualTo(3250);
        assertThat(trace.correlation(2)).isEqualTo(99);
        assertThat(trace.lane(2)).isEqualTo(trace.lane(1));
        assertThat(trace.device(2)).isEqualTo(-1);
        assertThat(trace.stream(3)).isEqualTo(20);
        assertThat(trace.device(3)).isZero();
        assertThat(trace.laneName(trace.lane(3))).isEqualTo("20");
        assertThat(trace.stream(4)).isZero();
        assertThat(trace.bytes(4)).isEqualTo(4096);
        assertThat(trace.bytes(3)).isEqualTo(-1);
        assertThat(trace.externalId(4)).isEqualTo(DeviceTrace.NONE);
    }

    @Test
    void readsTheArgumentsOfACollective() {
        CommArgs comm = TraceFiles.events(dir, TraceFiles.DEVICE).comm(3);
        assertThat(comm.collective()).isEqualTo("allreduce");
        assertThat(comm.dtype()).isEqualTo("Float");
        assertThat(comm.inElements()).isEqualTo(10);
        assertThat(comm.groupSize()).isEqualTo(2);
        assertThat(comm.groupRanks()).containsExactly(0, 1);
        assertThat(comm.peer()).isEqualTo(-1);
    }

    @Test
    void readsTheHead() {
        TraceHeader header = TraceFiles.events(dir, TraceFiles.DEVICE).header();
        assertThat(header.rank()).isZero();
        assertThat(header.worldSize()).isEqualTo(1);
        assertThat(header.platform()).isEqualTo(TraceHeader.Platform.CUDA);
        assertThat(header.baseUnixNanos()).isEqualTo(1_700_000_000_000_000_000L);
        assertThat(header.deviceNames()).containsExactly("NVIDIA A100");
        assertThat(header.versions()).containsEntry("cuda_runtime_version", "12010");
        assertThat(header.groups()).hasSize(1);
    }

    @Test
    void understandsTheCategoriesOf2021() {
        DeviceTrace trace = TraceFiles.events(dir, """
                [{"ph":"X","cat":"Operator","name":"aten::empty","pid":5,"tid":"5","ts":10,"dur":2,"args":{"External id":"2"}},
                {"ph":"X","cat":"Runtime","name":"cudaMemcpyAsync","pid":5,"tid":5,"ts":11,"dur":1,
                "args":{"correlation":4,"external id":2}},
                {"ph":"X","cat":"Memcpy","name":"Memcpy HtoD","pid":0,"tid":"stream 7","ts":12,"dur":9,
                "args":{"device":0,"stream":7,"correlation":4,"external id":2,"bytes":12}},
                {"ph":"X","cat":"Kernel","name":"k","pid":1,"tid":"stream 8","ts":13,"dur":9,"args":{"correlation":5}}]
                """);
        assertThat(List.of(trace.kind(0), trace.kind(1), trace.kind(2), trace.kind(3)))
                .containsExactly(EventKind.CPU_OP, EventKind.RUNTIME, EventKind.MEMCPY, EventKind.KERNEL);
        assertThat(trace.externalId(0)).isEqualTo(2);
        assertThat(trace.externalId(2)).isEqualTo(2);
        assertThat(trace.lane(0)).isEqualTo(trace.lane(1));
        assertThat(trace.laneName(trace.lane(2))).isEqualTo("stream 7");
        assertThat(trace.stream(3)).isEqualTo(8);
        assertThat(trace.device(3)).isEqualTo(1);
    }

    @Test
    void pairsBeginsWithEndsAndReportsTheRest() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_0.json"), """
                [{"ph":"B","cat":"cpu_op","name":"outer","pid":1,"tid":1,"ts":10,"args":{"External id":1}},
                {"ph":"B","cat":"cpu_op","name":"inner","pid":1,"tid":1,"ts":10,"args":{"External id":2}},
                {"ph":"E","cat":"cpu_op","name":"inner","pid":1,"tid":1,"ts":10},
                {"ph":"E","pid":1,"tid":1,"ts":30},
                {"ph":"E","pid":1,"tid":1,"ts":31},
                {"ph":"B","cat":"cpu_op","name":"open","pid":1,"tid":2,"ts":40,"args":{"External id":3}}]
                """));
        DeviceTrace trace = traces.ranks().get(0).device();
        assertThat(trace.size()).isEqualTo(2);
        assertThat(trace.name(0)).isEqualTo("outer");
        assertThat(trace.durationNanos(0)).isEqualTo(20_000);
        assertThat(trace.durationNanos(1)).isZero();
        assertThat(TraceFiles.whats(traces)).contains("2 begins without end or ends without begin");
    }

    @Test
    void flagsSenselessTimes() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_0.json"), """
                [{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":0,"ts":1,"dur":NaN,"args":{"stream":0}},
                {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":0,"ts":2,"dur":-5,"args":{"stream":0}},
                {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":0,"ts":3,"dur":Infinity,"args":{"stream":0}},
                {"ph":"X","cat":"kernel","name":"d","pid":0,"tid":0,"ts":null,"dur":4,"args":{"stream":0}},
                {"ph":"X","cat":"kernel","name":"e","pid":0,"tid":0,"ts":5,"args":{"stream":0}},
                {"ph":"X","cat":"kernel","name":"f","pid":0,"tid":0,"ts":6e3,"dur":1e999999999,"args":{"stream":0}}]
                """));
        DeviceTrace trace = traces.ranks().get(0).device();
        for (int i = 0; i < trace.size(); i++) {
            assertThat(trace.isFlagged(i))
                    .as(trace.name(i))
                    .isEqualTo(!trace.name(i).equals("e"));
            assertThat(trace.durationNanos(i)).isEqualTo(trace.name(i).equals("d") ? 4000 : 0);
        }
        assertThat(TraceFiles.whats(traces))
                .contains(
                        "4 events with an invalid duration (NaN, infinite, negative or out of range)",
                        "1 event with an invalid or missing start",
                        "1 event without a duration");
    }

    @Test
    void ordersByStartThenLongerFirstThenAsInTheFile() {
        DeviceTrace trace = TraceFiles.events(dir, """
                [{"ph":"X","cat":"cpu_op","name":"d","pid":1,"tid":1,"ts":9,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"b","pid":1,"tid":1,"ts":5,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"c","pid":1,"tid":1,"ts":5,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":5,"dur":2},
                {"ph":"X","cat":"cpu_op","name":"-","pid":1,"tid":1,"ts":-3.0005,"dur":2}]
                """);
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < trace.size(); i++) {
            names.append(trace.name(i));
        }
        assertThat(names).hasToString("-abcd");
        assertThat(trace.startNanos(0)).isEqualTo(-3001);
    }

    @Test
    void keepsTheInputsOfCommunicationAndMatrixOperatorsOnly() {
        DeviceTrace trace = TraceFiles.events(dir, """
                [{"ph":"X","cat":"cpu_op","name":"c10d::send","pid":1,"tid":1,"ts":1,"dur":1,
                "args":{"Input Dims":[ [2, 3] ],"Input type":["float"],"Concrete Inputs":["","","1","0"]}},
                {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":2,"dur":1,"args":{"Input Dims":[[2,3]]}},
                {"ph":"X","cat":"user_annotation","name":"nccl:all_reduce|bytes=2180392|pg=dp0","pid":1,"tid":1,"ts":3,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":4,"dur":1,"args":{"Input Dims":[[2,3],[3,4]]}}]
                """);
        assertThat(trace.inputDims(3)).isEqualTo("[[2,3],[3,4]]");
        assertThat(trace.inputDims(0)).isEqualTo("[[2,3]]");
        assertThat(trace.concreteInputs(0)).isEqualTo("[\"\",\"\",\"1\",\"0\"]");
        assertThat(trace.inputDims(1)).isEmpty();
        assertThat(trace.bytes(2)).isEqualTo(2_180_392);
    }

    @Test
    void takesTheHandlesOfSynchronisation() {
        DeviceTrace trace = TraceFiles.events(dir, """
                [{"ph":"X","cat":"cuda_sync","name":"Stream Wait Event","pid":0,"tid":20,"ts":1,"dur":1,
                "args":{"stream":20,"device":0,"wait_on_stream":7,"wait_on_cuda_event_record_corr_id":55,"correlation":4}},
                {"ph":"X","cat":"cuda_runtime","name":"hipStreamSynchronize","pid":1,"tid":1,"ts":2,"dur":1,
                "args":{"stream":"0x7f","correlation":5}},
                {"ph":"X","cat":"cuda_runtime","name":"hipGetDevice","pid":1,"tid":1,"ts":3,"dur":1,"args":{"correlation":6}}]
                """);
        assertThat(trace.sync(0)).isEqualTo(new SyncArgs(20, -1, 7, 55));
        assertThat(trace.sync(1)).isEqualTo(new SyncArgs(0x7f, -1, -1, -1));
        assertThat(trace.sync(2)).isNull();
    }
}
