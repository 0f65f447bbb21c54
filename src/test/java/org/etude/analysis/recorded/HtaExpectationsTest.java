// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.etude.LinkedTraces;
import org.etude.Shared;
import org.etude.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tech.tablesaw.api.Table;

/**
 * Holistic Trace Analysis' own tests on its own example traces (tests/test_trace_analysis.py and tests/test_cupti_profiler.py of the
 * public project): what they expect, asked of the same files here. HTA leaves the last step of a recording out.
 */
class HtaExpectationsTest {
    private static Traces load(String name) {
        return Traces.load(Shared.dir("corpus", name).toString());
    }

    private static Table rows(Table table, String column, String value) {
        return table.where(table.stringColumn(column).isEqualTo(value));
    }

    /** test_get_cupti_counter_data_with_operators: 77 kernels, the fifth an FFT of a convolution with 86,114,304 additions. */
    @Test
    void countersAndTheirOperators() {
        Table counters = load("pub_hta_cupti_profiler").counters();
        Table additions = rows(counters, "counter", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum");
        assertThat(additions.longColumn("count").sum()).isEqualTo(77.0);
        assertThat(new TreeSet<>(counters.stringColumn("counter").asList()))
                .hasSize(9)
                .allMatch(name -> name.matches("smsp__sass_thread_inst_executed_op_[dfh](add|fma|mul)_pred_on\\.sum"));
        Table transform = additions.where(additions
                .stringColumn("kernel")
                .containsString("fft2d_r2c_32x32")
                .and(additions.doubleColumn("mean").isEqualTo(86_114_304)));
        assertThat(transform.stringColumn("outermost").asList()).containsExactly("aten::conv2d");
        assertThat(transform.stringColumn("operator").asList()).containsExactly("aten::cudnn_convolution");
        assertThat(load("pub_hta_ns_resolution").counters().rowCount()).isZero();
    }

    /** test_gpu_user_annotation_breakdown and test_cpu_user_annotation_breakdown: 3 and 12 names. */
    @Test
    void annotationsByName() {
        Table annotations = load("pub_hta_ns_resolution").annotations();
        assertThat(rows(annotations, "where", "gpu").rowCount()).isEqualTo(3);
        Table host = rows(annotations, "where", "host");
        Table steps = host.where(host.stringColumn("name").startsWith("ProfilerStep#"));
        assertThat(steps.rowCount()).isEqualTo(5);
        assertThat(host.rowCount()).as("with the last step").isEqualTo(12 + 1);
    }

    /** test_cpu_user_annotation_breakdown_with_allowlist: two annotations of the optimizer. */
    @Test
    void annotationsOfTheOptimizer() {
        Table annotations = load("pub_hta_ns_resolution").annotations();
        assertThat(rows(annotations, "where", "host").stringColumn("name").asList().stream()
                        .filter(name -> name.contains("Optimizer")))
                .hasSize(2);
    }

    /** test_ns_resolution_trace of the critical path: the second step has one, and it adds up to the nanosecond. */
    @Test
    void criticalPathOfTimesInNanoseconds() {
        Traces traces = load("pub_hta_ns_resolution");
        Table path = traces.step((int) traces.steps().intColumn("step").get(1)).criticalPath();
        assertThat(path.rowCount()).isPositive();
        assertThat(path.longColumn("start_ns").get(0)).isZero();
        for (int row = 1; row < path.rowCount(); row++) {
            assertThat(path.longColumn("start_ns").get(row))
                    .isEqualTo(path.longColumn("end_ns").get(row - 1));
        }
    }

    /** test_execution_trace_load: 38 nodes. */
    @Test
    void executionTraceIsRead() {
        LinkedTraces linked = load("pub_hta_simple_add_pair").link();
        assertThat(linked.set().ranks().get(0).trace().host().size()).isEqualTo(38);
    }

    /** test_hip_kernel_launch_stats: calls of 10 us at 100, work of 50 us at 120; delays 0 where the work begins in the call. */
    @Test
    void launchesOfHip(@TempDir Path dir) throws IOException {
        String event = "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,"
                + "\"args\":{\"correlation\":%d%s}}";
        String stream = ",\"device\":0,\"stream\":1";
        Files.writeString(
                dir.resolve("device_0.json"),
                "{\"schemaVersion\":1,\"traceEvents\":["
                        + String.join(
                                ",",
                                event.formatted("cuda_runtime", "hipLaunchKernel", 9, 9, 100, 10, 1001, ""),
                                event.formatted("kernel", "k", 0, 1, 120, 50, 1001, stream),
                                event.formatted("cuda_runtime", "hipLaunchKernelExC", 9, 9, 200, 15, 2001, ""),
                                event.formatted("kernel", "k", 0, 1, 230, 80, 2001, stream),
                                event.formatted("cuda_runtime", "hipMemcpyAsync", 9, 9, 300, 5, 3001, ""),
                                event.formatted("gpu_memcpy", "Memcpy HtoD", 0, 1, 310, 20, 3001, stream),
                                event.formatted("cuda_runtime", "hipMemsetAsync", 9, 9, 400, 20, 3002, ""),
                                event.formatted("gpu_memset", "Memset (Device)", 0, 1, 405, 50, 3002, stream))
                        + "]}");
        Table launches = Traces.load(dir.toString()).launches().sortAscendingOn("call");
        assertThat(launches.stringColumn("call").asList())
                .containsExactly("hipLaunchKernel", "hipLaunchKernelExC", "hipMemcpyAsync", "hipMemsetAsync");
        assertThat(launches.doubleColumn("mean_us").asList()).containsExactly(10.0, 15.0, 5.0, 20.0);
        assertThat(launches.doubleColumn("work_us").asList()).containsExactly(50.0, 80.0, 20.0, 50.0);
        assertThat(launches.doubleColumn("delay_us").asList()).containsExactly(10.0, 15.0, 5.0, 0.0);
    }

    /** test_get_gpu_kernels_with_user_annotations: 4,876 pieces of GPU work in all steps but the last. */
    @Test
    void workOfAllStepsButTheLast() {
        Traces traces = load("pub_hta_ns_resolution");
        double last = traces.step(105).kernels().longColumn("count").sum();
        assertThat(traces.kernels().longColumn("count").sum() - last).isEqualTo(4_876.0);
    }

    /**
     * test_get_gpu_kernels_with_user_annotations: 27 kernels in the optimizer, and 45 here, 9 of each of five steps. HTA's filter of
     * the last step compares starts with the start of that step on the host, and what carries no stream counts as the host's: an
     * annotation of a GPU has none. The GPU runs behind, so that the annotation of the last step but one is left out
     * while its kernels, which were launched before, stay: 9 of each of three steps.
     */
    @Test
    void kernelsOfTheOptimizerInAllStepsOfTheGpu() {
        Traces traces = load("pub_hta_ns_resolution");
        Table optimizer = rows(rows(traces.annotations(), "where", "host"), "name", "Optimizer.step#SGD.step");
        assertThat(optimizer.longColumn("kernels").sum()).isEqualTo(45.0);
        assertThat(HtaAnnotations.kernels(traces, "Optimizer.step#SGD.step")).isEqualTo(27);
        assertThat(HtaAnnotations.launchedBeforeTheLastStep(traces)).isEqualTo(4_876);
    }

    /** test_generate_trace_with_counters: four kinds of copies, six streams, lengths and bandwidths never below 0. */
    @Test
    void copiesAndQueues() {
        Traces traces = load("pub_hta_a100_16ranks_rank0");
        assertThat(Set.copyOf(traces.copies().stringColumn("kind").asList()))
                .containsExactlyInAnyOrder("DtoH", "HtoD", "DtoD", "Memset");
        assertThat(traces.copies().doubleColumn("bandwidth_gbps").min()).isPositive();
        Table queues = traces.launchQueues();
        assertThat(queues.rowCount()).isEqualTo(6);
        assertThat(queues.longColumn("min_launches").min()).isZero();
        Traces host = load("pub_hta_no_gpu");
        assertThat(host.copies().rowCount()).isZero();
        assertThat(host.launchQueues().rowCount()).isZero();
    }
}
