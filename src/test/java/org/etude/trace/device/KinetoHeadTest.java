// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.StringTable;
import org.etude.trace.model.TraceHeader;
import org.etude.trace.model.TraceHeader.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KinetoHeadTest {
    private static KinetoHead head(String field, String json) {
        byte[] bytes = (json.replace('\'', '"') + ' ').getBytes(StandardCharsets.UTF_8);
        KinetoHead head = new KinetoHead(new JsonCursor(bytes, 0, bytes.length));
        if (KinetoHead.NAMES.contains(field)) {
            head.value(KinetoHead.NAMES.indexOf(field));
        } else {
            head.version(field);
        }
        return head;
    }

    private static TraceHeader built(KinetoHead head, String... names) {
        StringTable table = new StringTable();
        for (String name : names) {
            table.idOf(name);
        }
        return head.build("device_0.json", table);
    }

    @Test
    void theJobOfARank() {
        TraceHeader header = built(head(
                "distributedInfo",
                "{'backend': 'nccl', 'later': [{}, 1], 'rank': 3, 'world_size': 8, 'nccl_version': '2.26.2',"
                        + " 'pg_config': [{'pg_name': '1', 'ranks': [0, 3]}], 'rccl_version': '2.21'}"));
        assertThat(header.rank()).isEqualTo(3);
        assertThat(header.worldSize()).isEqualTo(8);
        assertThat(header.backend()).isEqualTo("nccl");
        assertThat(header.versions()).containsEntry("nccl_version", "2.26.2").containsEntry("rccl_version", "2.21");
        assertThat(header.groups()).hasSize(1);
        assertThat(header.file()).isEqualTo("device_0.json");
    }

    @Test
    void aJobOfOneRankStatesNothing() {
        KinetoHead head = head("distributedInfo", "null");
        assertThat(head.rank()).isEqualTo(-1);
        TraceHeader header = built(head);
        assertThat(header.worldSize()).isEqualTo(-1);
        assertThat(header.backend()).isEmpty();
        assertThat(header.groups()).isEmpty();
        assertThat(header.platform()).isEqualTo(Platform.CPU);
    }

    @Test
    void otherFields() {
        assertThat(built(head("baseTimeNanoseconds", "1720000000000000123")).baseUnixNanos())
                .isEqualTo(1_720_000_000_000_000_123L);
        assertThat(head("host_name", "'node-7'").hostName()).isEqualTo("node-7");
        assertThat(built(head("deviceProperties", "[{'id': 0, 'name': 'NVIDIA H100'}, 5, {}]"))
                        .deviceNames())
                .containsExactly("NVIDIA H100", "", "");
    }

    /** Calls decide, then versions and devices; a name with a blank is no call. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hip_runtime_version; '5'; cudaLaunchKernel; HIP",
                "rocprofiler-sdk; '1'; ; HIP",
                "trace_id; 'x'; cudaLaunchKernel; CUDA",
                "trace_id; 'x'; cuLaunchKernel; CUDA",
                "trace_id; 'x'; hipLaunchKernel,hipFree,cudaMemcpy; HIP",
                "trace_id; 'x'; hipLaunchKernel,cudaMemcpy; CUDA",
                "trace_id; 'x'; cudapy,cuda,hipster,hip Launch,hipLaunch a kernel,cudaFree it; CPU",
                "cuda_runtime_version; '12'; aten::mm; CUDA",
                "cuda_runtime_version; '12'; hipLaunchKernel; HIP",
                "deviceProperties; [{'name': 'AMD Instinct MI300X'}]; ; HIP",
                "deviceProperties; [{'name': 'Radeon'}]; ; HIP",
                "deviceProperties; [{'name': 'Tesla V100'}]; ; CUDA",
                "deviceProperties; [{'name': 'AMD'}]; cudaMalloc; CUDA",
                "deviceProperties; []; ; CPU"
            })
    void thePlatformFollowsFromWhatWasCalled(String field, String json, String names, Platform platform) {
        String[] called = names == null ? new String[0] : names.split(",");
        assertThat(built(head(field, json), called).platform()).isEqualTo(platform);
    }
}
