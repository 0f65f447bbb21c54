// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelLabelsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "void at::native::elementwise_kernel<4, Add>(int, Add) | elementwise_kernel",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(args) | ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                "ampere_sgemm_128x64_tn | ampere_sgemm_128x64_tn",
                "aten::mm | aten::mm",
                "a::b(c::d) | b",
                "<lambda>(x) | <lambda>",
                "void | void"
            })
    void returnTypeNamespacesAndArgumentsGo(String name, String expected) {
        assertThat(KernelLabels.brief(name)).isEqualTo(expected);
    }

    @Test
    void longNamesAreCutAfterSixtyCharacters() {
        assertThat(KernelLabels.brief("k".repeat(60))).isEqualTo("k".repeat(60));
        // Half of a character of two chars would be none.
        assertThat(KernelLabels.brief("k".repeat(59) + "🚀🚀")).isEqualTo("k".repeat(59) + "…");
        assertThat(KernelLabels.brief("k".repeat(58) + "🚀🚀")).isEqualTo("k".repeat(58) + "🚀…");
        assertThat(KernelLabels.brief("k".repeat(61))).isEqualTo("k".repeat(60) + "…");
    }
}
