// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.etude.config.XmlElement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rates in GB/s per direction by the rules of NCCL and RCCL that {@link NcclRates} names, at every border of a rule. */
class NcclRatesTest {
    /** {@code ncclTopoNVLinkBw}: the first rule that a compute capability reaches. */
    @ParameterizedTest
    @CsvSource({
        "59, 20",
        "60, 18",
        "69, 18",
        "70, 20",
        "80, 20",
        "85, 20",
        "86, 12",
        "87, 20",
        "89, 20",
        "90, 20.6",
        "99, 20.6",
        "100, 40.1",
        "103, 40.1",
        "104, 31.2",
        "119, 31.2",
        "120, 40.1",
        "121, 40.1",
        "122, 31.2"
    })
    void nvlinkGoesByComputeCapability(int capability, double rate) {
        assertThat(NcclRates.nvlink(capability)).isEqualTo(rate);
    }

    @ParameterizedTest
    @CsvSource({"gfx942, 48", "950, 48", "gfx90a, 36", "910, 36", "gfx910, 36", "gfx906, 24", "gfx908, 24", "'', 24"})
    void xgmiGoesByArchitecture(String architecture, double rate) {
        assertThat(NcclRates.xgmi(architecture)).isEqualTo(rate);
    }

    /** Lanes times what one carries: 15, 30, 60, 120, 240 and 480 MB/s times 10, by 80; 0 lanes are 16, other speeds generation 3. */
    @ParameterizedTest
    @CsvSource({
        "2.5 GT/s, 16, 3, true",
        "5 GT/s, 16, 6, true",
        "5.0 GT/s PCIe, 8, 3, true",
        "8 GT/s, 16, 12, true",
        "8.0 GT/s, 1, 0.75, true",
        "16 GT/s, 16, 24, true",
        "16.0 GT/s PCIe, 0, 24, true",
        "32 GT/s, 16, 48, true",
        "32.0 GT/s PCIe, 16, 48, true",
        "64.0 GT/s PCIe, 16, 96, true",
        "64 GT/s, 16, 12, false",
        "'', 16, 12, false",
        "unknown, 8, 6, false"
    })
    void pciGoesByLanesAndSpeed(String speed, int lanes, double rate, boolean known) {
        assertThat(NcclRates.pci(speed, lanes)).isEqualTo(rate);
        assertThat(NcclRates.knows(speed)).isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource({
        "x86_64, GenuineIntel, 6, 84, 6", // below Skylake (0x55)
        "x86_64, GenuineIntel, 6, 85, 10",
        "x86_64, GenuineIntel, 6, 142, 10",
        "x86_64, GenuineIntel, 6, 143, 22", // Sapphire Rapids (0x8F)
        "x86_64, GenuineIntel, 6, 206, 22",
        "x86_64, GenuineIntel, 6, 207, 40", // Emerald Rapids (0xCF)
        "x86_64, GenuineIntel, 6, 173, 40", // Granite Rapids (0xAD, 0xAE)
        "x86_64, GenuineIntel, 6, 174, 40",
        "x86_64, GenuineIntel, 6, 175, 40",
        "x86_64, GenuineIntel, 6, 172, 22",
        "x86_64, GenuineIntel, 15, 143, 6",
        "x86_64, AuthenticAMD, 23, 1, 16",
        "x86_64, AuthenticAMD, 25, 1, 24",
        "x86_64, AuthenticAMD, 175, 1, 24",
        "x86_64, AuthenticAMD, 26, 1, 32",
        "x86_64, AuthenticAMD, 191, 1, 32",
        "x86_64, CentaurHauls, 7, 91, 9",
        "x86_64, CentaurHauls, 7, 90, 6",
        "x86_64, CentaurHauls, 6, 91, 6",
        "x86_64, '  Shanghai  ', 7, 91, 9",
        "x86_64, somebody, 6, 143, 5000",
        "ppc64, '', 0, 0, 32",
        "ppc64, IBM, 0, 0, 32",
        "arm64, '', 0, 0, 6",
        "riscv, '', 0, 0, 5000",
        "x86_64, GenuineIntel, six, 143, 6", // no number
        "x86_64, GenuineIntel, 6, 9999999999, 6" // too long for one
    })
    void socketsGoByTheProcessor(String architecture, String vendor, String family, String model, double rate) {
        XmlElement cpu = new XmlElement(
                "cpu",
                Map.of("arch", architecture, "vendor", vendor, "familyid", family, "modelid", model),
                1,
                List.of());
        assertThat(NcclRates.between(cpu)).isEqualTo(rate);
    }
}
