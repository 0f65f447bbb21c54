// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.nccl;

import java.util.Map;
import org.etude.config.XmlElement;

/**
 * Link rates that NCCL assumes, in GB/s per direction (NVIDIA/nccl src/graph/topo.h and topo.cc, RCCL's topo.h for
 * xGMI). They are what transfers achieve, somewhat below nominal rates.
 */
final class NcclRates {
    /** The rate of links within a device, in GB/s. */
    static final double LOCAL = 5000;

    /** Mbps per GB/s. */
    static final double MBPS = 8000;

    private static final double RUBIN = 31.2;
    private static final double PCI_GEN3_LANE = 60;
    private static final double LANE_TO_GBPS = 80;
    private static final int LANES = 16;

    /** Mbps per lane / 100, by the prefix of {@code link_speed}. */
    private static final Map<String, Double> LANE = Map.of(
            "2.5", 15.0, "5", 30.0, "5.0", 30.0, "8", 60.0, "8.0", 60.0, "16", 120.0, "16.0", 120.0, "32", 240.0,
            "32.0", 240.0, "64.0", 480.0);

    private NcclRates() {}

    /** The rate of an NVLink by compute capability, such as 90. */
    static double nvlink(int capability) {
        if (capability > 103 && capability != 120 && capability != 121) {
            return RUBIN;
        }
        return capability >= 100
                ? 40.1
                : capability >= 90 ? 20.6 : capability == 86 ? 12 : capability >= 70 ? 20 : capability >= 60 ? 18 : 20;
    }

    /** The rate of an xGMI link by architecture, such as gfx942 or 906. */
    static double xgmi(String architecture) {
        String gfx = architecture.replaceFirst("^gfx", "");
        return gfx.startsWith("94") || gfx.startsWith("95") ? 48 : gfx.startsWith("90a") || gfx.equals("910") ? 36 : 24;
    }

    /** Whether NCCL knows a PCI link speed; it treats others as generation 3. */
    static boolean knows(String linkSpeed) {
        return LANE.containsKey(number(linkSpeed));
    }

    /** The rate of a PCI link with this many lanes; 0 means 16. */
    static double pci(String linkSpeed, int lanes) {
        return (lanes == 0 ? LANES : lanes) * LANE.getOrDefault(number(linkSpeed), PCI_GEN3_LANE) / LANE_TO_GBPS;
    }

    private static String number(String linkSpeed) {
        return linkSpeed.strip().split("\\s+", 2)[0];
    }

    /**
     * The rate between the sockets of a node, by the attributes of a {@code cpu} element; {@link #LOCAL}, which limits nothing, for
     * one that NCCL does not know.
     */
    static double between(XmlElement cpu) {
        int family = integer(cpu.text("familyid"));
        int model = integer(cpu.text("modelid"));
        return switch (cpu.text("arch") + " " + cpu.text("vendor").strip()) {
            case "x86_64 GenuineIntel" -> intel(family, model);
            case "x86_64 AuthenticAMD" -> amd(family);
            case "x86_64 CentaurHauls", "x86_64 Shanghai" -> family == 7 && model == 0x5B ? 9 : 6;
            case "ppc64 " -> 32;
            default -> cpu.text("arch").startsWith("arm") ? 6 : cpu.text("arch").equals("ppc64") ? 32 : LOCAL;
        };
    }

    private static double intel(int family, int model) {
        if (family != 6) {
            return 6;
        }
        boolean emerald = model >= 0xCF || model == 0xAD || model == 0xAE || model == 0xAF;
        return emerald ? 40 : model >= 0x8F ? 22 : model >= 0x55 ? 10 : 6;
    }

    private static double amd(int family) {
        return family == 0xBF || family == 26 ? 32 : family == 0xAF || family == 25 ? 24 : 16;
    }

    private static int integer(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
