// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.unit.Bandwidth;
import org.etude.workload.llm.LlmTraining;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The nodes of a GPU: its type's, or those that options describe. */
class MachineOptionsTest {
    private static final Offset<Double> TINY = within(1e-9);

    private static GpuModel gpu(Map<LlmOption, String> given) {
        Map<LlmOption, String> options = new EnumMap<>(LlmOption.class);
        options.put(LlmOption.MODEL_NAME, "llama_7B");
        options.putAll(given);
        return MachineOptions.gpu(LlmTraining.of(options, false)).orElseThrow();
    }

    private static GpuModel h100(LlmOption option, String value) {
        return gpu(Map.of(LlmOption.GPU_TYPE, "H100", option, value));
    }

    @ParameterizedTest
    @CsvSource({"200Gbps, 25", "12.5GB/s, 12.5", "0.1Tbps, 12.5"})
    void aRateHasAUnit(String text, double rate) {
        assertThat(h100(LlmOption.NIC, text).node().nic()).isEqualTo(rate, TINY);
        assertThat(h100(LlmOption.LINK, text).node().link()).isEqualTo(0.8 * rate, TINY);
        assertThat(h100(LlmOption.LINK, Double.toString(rate)).node().link()).isEqualTo(0.8 * rate, TINY);
    }

    @Test
    void otherwiseNodesAreThoseOfTheType() {
        NodeModel usual = Gpus.named("H100").node();
        NodeModel small = h100(LlmOption.DOMAIN, "4").node();
        assertThat(small.domain()).isEqualTo(4);
        assertThat(small.withDomain(8)).isEqualTo(usual);
        assertThat(h100(LlmOption.NIC, "400Gbps").node()).isEqualTo(usual);
        assertThat(h100(LlmOption.HBM, "3000").node()).isEqualTo(usual);
    }

    /** Of what all nodes send together, given or usual, the switches above them carry a part. */
    @Test
    void oversubscribedSwitchesLeaveEachNicItsPart() {
        NodeModel usual = Gpus.named("H100").node();
        assertThat(h100(LlmOption.OVERSUBSCRIPTION, "4").node()).isEqualTo(usual.withNic(usual.nic() / 4));
        assertThat(h100(LlmOption.OVERSUBSCRIPTION, "1").node()).isEqualTo(usual);
        assertThat(gpu(Map.of(LlmOption.GPU_TYPE, "H100", LlmOption.NIC, "100Gbps", LlmOption.OVERSUBSCRIPTION, "2.5"))
                        .node()
                        .nic())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5", "0", "-4", "4:1", "NaN"})
    void anOversubscriptionIsOneOrMore(String ratio) {
        assertThatThrownBy(() -> h100(LlmOption.OVERSUBSCRIPTION, ratio))
                .isInstanceOf(LlmException.class)
                .hasMessageStartingWith("--oversubscription is '" + ratio + "'");
    }

    /** The rate of the data sheet means the same whether the GPU is known or described. */
    @Test
    void linksAreThoseOfTheDataSheet() {
        GpuModel described = gpu(Map.of(
                LlmOption.PEAK_TFLOPS, "989", LlmOption.HBM, "3350", LlmOption.MEMORY, "80GB", LlmOption.LINK, "450"));
        assertThat(described.node().link()).isEqualTo(Gpus.named("H100").node().link());
        assertThat(h100(LlmOption.LINK, "450").node().link())
                .isEqualTo(described.node().link());
    }

    @Test
    void theRateOfTheMemoryMayHaveAUnit() {
        double plain = h100(LlmOption.HBM, "3000").memoryRate();
        assertThat(h100(LlmOption.HBM, "3TB/s").memoryRate()).isEqualTo(plain).isEqualTo(3000);
    }

    @ParameterizedTest
    @CsvSource({
        "MEMORY, 64, --memory 64 is a GPU of 64 bytes",
        "MEMORY, 64kB, --memory 64kB is a GPU of 64000 bytes",
        "HBM, 3 parsecs, --hbm: ",
        "HBM, 0, --hbm is '0'",
        "NIC, 0Gbps, --nic: ",
        "NIC, 400, --nic: ",
        "NIC, -400Gbps, --nic: ",
        "NIC, 400 parsecs, --nic: ",
        "NIC, NaN, --nic: ",
        "LINK, 0, --link is '0'",
        "DOMAIN, 0, --domain is '0'",
        "DOMAIN, 7.5, --domain is '7.5'",
        "DOMAIN, -8, --domain is '-8'",
        "DOMAIN, 99999999999, --domain is '99999999999'"
    })
    void whatIsNoRateAndNoNumberIsRefused(LlmOption option, String value, String message) {
        assertThatThrownBy(() -> h100(option, value))
                .isInstanceOf(LlmException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void settingsDescribeNodesWithUnits() {
        Map<LlmOption, String> options = new LlmSettings("llama_7B")
                .gpu("A100")
                .nodes(4, Bandwidth.gbps(100))
                .given();
        NodeModel node = gpu(options).node();
        assertThat(node.domain()).isEqualTo(4);
        assertThat(node.nic()).isEqualTo(12.5, TINY);
    }
}
