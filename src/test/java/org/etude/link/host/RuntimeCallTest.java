// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.call;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.Arrays;
import java.util.List;
import org.etude.link.TestDevice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CUDA's and HIP's names of calls are one vocabulary. */
class RuntimeCallTest {
    @ParameterizedTest
    @CsvSource({
        "cudaMemcpy, BLOCKING_COPY",
        "hipMemcpyWithStream, BLOCKING_COPY",
        "cudaMemcpyAsync, ASYNC_COPY",
        "hipMemcpyAsync, ASYNC_COPY",
        "cuMemcpyDtoHAsync_v2, ASYNC_COPY",
        "cudaEventRecord, EVENT_RECORD",
        "hipEventRecordWithFlags, EVENT_RECORD",
        "cudaStreamWaitEvent, STREAM_WAIT",
        "cudaLaunchKernelExC, LAUNCH_LIKE",
        "hipExtModuleLaunchKernel, LAUNCH_LIKE",
        "cudaGraphLaunch, LAUNCH_LIKE",
        "cudaDeviceSynchronize, DEVICE_SYNC",
        "cuCtxSynchronize, DEVICE_SYNC",
        "hipStreamSynchronize, STREAM_SYNC",
        "cudaEventSynchronize, EVENT_SYNC",
        "cudaMalloc, OTHER",
        "cudaEventQuery, OTHER",
        "'', OTHER"
    })
    void aCallIsKnownByTheWordsOfItsName(String name, RuntimeCall expected) {
        assertThat(RuntimeCall.of(name)).isEqualTo(expected);
    }

    @Test
    void onlySynchronisationsAndPlainCopiesBlock() {
        assertThat(Arrays.stream(RuntimeCall.values()).filter(RuntimeCall::blocks))
                .containsExactly(
                        RuntimeCall.DEVICE_SYNC,
                        RuntimeCall.STREAM_SYNC,
                        RuntimeCall.EVENT_SYNC,
                        RuntimeCall.BLOCKING_COPY);
    }

    /** An operator or kernel with such a name is not a call. */
    @Test
    void onlyRuntimeEventsAreClassified() {
        TestDevice device = new TestDevice(List.of(
                host("cudaDeviceSynchronize", 0, 0, 100, 1),
                call("cudaDeviceSynchronize", 0, 10, 5, 2),
                call("cudaMalloc", 0, 20, 5, 3),
                call("cudaDeviceSynchronize", 0, 30, 5, 4),
                kernel("launch", 7, 40, 5, 5)));
        assertThat(RuntimeCall.classify(device))
                .containsExactly(
                        RuntimeCall.OTHER,
                        RuntimeCall.DEVICE_SYNC,
                        RuntimeCall.OTHER,
                        RuntimeCall.DEVICE_SYNC,
                        RuntimeCall.OTHER);
    }
}
