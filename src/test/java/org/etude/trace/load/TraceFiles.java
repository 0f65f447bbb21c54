// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.LoadOptions;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.TraceSet;

/** Writes tiny traces for tests and loads them. */
public final class TraceFiles {
    /** A device trace of rank 0 with one operator, its launch, its kernel and a collective. */
    public static final String DEVICE = """
            {"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA A100"}],"cuda_runtime_version":12010,
            "distributedInfo":{"backend":"nccl","rank":0,"world_size":1,"pg_config":[{"pg_name":"0",
            "pg_desc":"default_pg","backend_config":"cuda:nccl","pg_size":1,"ranks":[0]}]},"host_name":"a",
            "baseTimeNanoseconds":1700000000000000000,"traceEvents":[
            {"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":7,"tid":7,"ts":4458676416882.142,"dur":100.5,
            "args":{"External id":1,"Record function id":1}},
            {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":7,"ts":4458676416890.001,"dur":20,
            "args":{"External id":2,"Record function id":18446744073709551615,"Sequence number":5,"Fwd thread id":1}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":7,"ts":4458676416891,"dur":"3.25",
            "args":{"External id":2,"correlation":99}},
            {"ph":"s","id":99,"pid":7,"tid":7,"ts":4458676416891,"cat":"ac2g","name":"ac2g"},
            {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":20,"ts":4458676416895,"dur":40,
            "args":{"External id":2,"device":0,"stream":20,"correlation":99,"Collective name":"allreduce",
            "dtype":"Float","In msg nelems":10,"Out msg nelems":10,"Group size":2,"Process Group Name":"0",
            "Process Group Ranks":"[0, 1]"}},
            {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":0,"ts":4458676416900,"dur":1,
            "args":{"device":0,"stream":0,"correlation":100,"bytes":4096}}]}
            """;

    /** A host trace of three nodes, in the nested layout. */
    public static final String HOST = """
            {"schema":"1.1.1-chakra.0.0.4","pid":7,"time":"2026-01-01 00:00:00","start_ts":10,"nodes":[
            {"id":2,"name":"[pytorch|profiler|execution_trace|thread]","ctrl_deps":1,
            "inputs":{"values":[],"shapes":[],"types":[],"strides":[]},
            "outputs":{"values":[],"shapes":[],"types":[],"strides":[]},
            "attrs":[{"name":"rf_id","type":"uint64","value":0},{"name":"tid","type":"uint64","value":1}]},
            {"id":9,"name":"record_param_comms","ctrl_deps":2,
            "inputs":{"values":[[[5,6,0,10,4,"cuda:0"]],33,["0","default_pg"],0,"allreduce",[],[],0,1,2],
            "shapes":[[[10]],[],[[],[]],[],[],[],[],[],[],[]],"types":["GenericList[Tensor(float)]","Int"],"strides":[]},
            "outputs":{"values":[[[5,6,0,10,4,"cuda:0"]]],"shapes":[[[10]]],"types":["GenericList[Tensor(float)]"]},
            "attrs":[{"name":"rf_id","type":"uint64","value":18446744073709551615},
            {"name":"seq_id","type":"int64","value":-1},{"name":"op_schema","type":"string","value":"f(x)"}]},
            {"id":1,"name":"[pytorch|profiler|execution_trace|process]","ctrl_deps":1,
            "inputs":{"values":[],"shapes":[],"types":[]},"outputs":{"values":[],"shapes":[],"types":[]},"attrs":[]}
            ],"finish_ts":20}
            """;

    private TraceFiles() {}

    public static Path write(Path file, String text) {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Path write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] gzip(String text) {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    public static TraceSet load(Path... paths) {
        return TraceLoader.load(List.of(paths), LoadOptions.defaults(), Progress.NONE);
    }

    public static TraceSet loadLeniently(Path... paths) {
        return TraceLoader.load(List.of(paths), LoadOptions.defaults().withKeepTruncated(), Progress.NONE);
    }

    /** The events of a bare list of events. */
    public static DeviceTrace events(Path dir, String list) {
        return load(write(dir.resolve("device_0.json"), list)).ranks().get(0).device();
    }

    public static List<String> whats(TraceSet traces) {
        return traces.report().findings().stream().map(Finding::what).toList();
    }
}
