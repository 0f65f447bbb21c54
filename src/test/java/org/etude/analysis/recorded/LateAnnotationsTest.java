// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.Traces;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;

/**
 * Kernels inside annotations when the GPU runs behind the host: each step counts here, while Holistic Trace Analysis loses those whose
 * annotation begins on the GPU only when the last step has begun on the host.
 */
class LateAnnotationsTest {
    private static final int STEPS = 4;
    private static final int STEP_US = 1_000;
    private static final int KERNELS = 3;

    private final List<String> events = new ArrayList<>();

    @TempDir
    private Path dir;

    @ParameterizedTest
    @CsvSource({"0,12,9", "500,12,9", "1500,12,6", "2500,12,3", "9000,12,0"})
    void everyStepCountsHowFarTheGpuRunsBehind(int behindUs, long here, int inHta) throws IOException {
        for (int step = 0; step < STEPS; step++) {
            step(step, behindUs);
        }
        Files.writeString(dir.resolve("device_0.json"), "{\"traceEvents\": [" + String.join(",\n", events) + "]}");
        Traces traces = Traces.load(dir.toString());
        Table annotations = traces.annotations();
        Table steps = annotations.where(annotations
                .stringColumn("where")
                .isEqualTo("host")
                .and(annotations.stringColumn("name").isEqualTo("optimizer")));
        assertThat(steps.longColumn("kernels").sum()).isEqualTo(here);
        assertThat(HtaAnnotations.kernels(traces, "optimizer")).isEqualTo(inHta);
        assertThat(HtaAnnotations.launchedBeforeTheLastStep(traces)).isEqualTo((STEPS - 1) * KERNELS);
    }

    private void step(int step, int behindUs) {
        int at = 1_000 + step * STEP_US;
        event("user_annotation", "ProfilerStep#" + step, at, STEP_US - 1, 1, "");
        event("user_annotation", "optimizer", at + 100, 200, 1, "\"External id\": " + (step + 1));
        int gpu = at + 150 + behindUs;
        event("gpu_user_annotation", "optimizer", gpu, 30 * KERNELS, 7, "\"External id\": " + (step + 1));
        for (int k = 0; k < KERNELS; k++) {
            String link = "\"correlation\": " + (10 * step + k + 1);
            event("cuda_runtime", "cudaLaunchKernel", at + 110 + 10 * k, 5, 1, link);
            event("kernel", "axpy", gpu + 30 * k, 20, 7, link + ", \"stream\": 7, \"device\": 0");
        }
    }

    private void event(String category, String name, int startUs, int durationUs, int thread, String args) {
        int process = thread == 7 ? 0 : 100;
        events.add("{\"ph\": \"X\", \"cat\": \"" + category + "\", \"name\": \"" + name + "\", \"pid\": " + process
                + ", \"tid\": " + thread + ", \"ts\": " + startUs + ", \"dur\": " + durationUs + ", \"args\": {" + args
                + "}}");
    }
}
