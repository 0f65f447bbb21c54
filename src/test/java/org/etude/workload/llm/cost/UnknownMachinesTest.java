// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.etude.Plans;
import org.etude.Workloads;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A GPU or an element type that is not known is refused by whatever takes one, with the known names. */
class UnknownMachinesTest {
    private static List<ThrowingCallable> uses(LlmOption option, String value) {
        return List.of(
                () -> Workloads.llm("llama_7B", p -> named(p, option, value)).toEt(),
                () -> Workloads.llm("llama_7B", p -> named(p, option, value)).simai(),
                () -> Plans.search("llama_7B", p -> named(p, option, value)));
    }

    private static void named(LlmSettings step, LlmOption option, String value) {
        step.world(8).globalBatch(8).gpu("A100").set(option, value);
    }

    @ParameterizedTest
    @EnumSource(
            value = LlmOption.class,
            names = {"GPU_TYPE", "DTYPE"})
    void areRefused(LlmOption option) {
        String kind = option == LlmOption.GPU_TYPE ? "unknown GPU 'banana'" : "unknown element type 'banana'";
        for (ThrowingCallable use : uses(option, "banana")) {
            assertThatThrownBy(use)
                    .isInstanceOf(LlmException.class)
                    .hasMessageContaining(kind)
                    .hasMessageContaining(option == LlmOption.GPU_TYPE ? "MI300X" : "mxfp8");
        }
    }
}
