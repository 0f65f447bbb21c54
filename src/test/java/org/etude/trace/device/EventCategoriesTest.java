// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.model.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Categories of every era and vendor. */
class EventCategoriesTest {
    private final EventCategories categories = new EventCategories();

    private EventKind kind(String category) {
        byte[] bytes = ("\"" + category + "\"").getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor(bytes, 0, bytes.length);
        cursor.peek();
        cursor.scanText();
        return categories.kind(categories.idOf(cursor));
    }

    @ParameterizedTest
    @CsvSource({
        "cpu_op, CPU_OP",
        "Operator, CPU_OP",
        "user_annotation, USER_ANNOTATION",
        "python_function, PYTHON",
        "cuda_runtime, RUNTIME",
        "cuda_driver, RUNTIME",
        "hip_runtime, RUNTIME",
        "xpu_driver, RUNTIME",
        "privateuse1_runtime, RUNTIME",
        "Runtime, RUNTIME",
        "kernel, KERNEL",
        "concurrent_kernel, KERNEL",
        "Kernel, KERNEL",
        "gpu_memcpy, MEMCPY",
        "Memcpy, MEMCPY",
        "gpu_memset, MEMSET",
        "cuda_sync, SYNC",
        "gpu_user_annotation, GPU_ANNOTATION",
        "hpu_op, RUNTIME",
        "mtia_ccp_events, KERNEL",
        "xpu_sync, OTHER",
        "xpu_scope_profiler, OTHER",
        "cuda_event, OTHER",
        "external_correlation, OTHER",
        "mtia_insight, OTHER",
        "mtia_counters, OTHER",
        "Trace, OTHER",
        "overhead, OTHER"
    })
    void aCategoryHasAKind(String category, EventKind expected) {
        assertThat(kind(category)).isEqualTo(expected);
        assertThat(categories.unknown()).isEmpty();
    }

    @Test
    void unknownOnesAreCountedInTheOrderMet() {
        kind("foo");
        kind("kernel");
        kind("bar");
        assertThat(kind("foo")).isEqualTo(EventKind.OTHER);
        assertThat(categories.unknown()).containsExactly("'foo' (2)", "'bar' (1)");
    }
}
