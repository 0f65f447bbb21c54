// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.Map;

/** Templates: named sets of defaults with a wiring. */
public enum ClusterTemplate {
    /** One top-of-rack switch per rail. */
    SPECTRUM_X("Spectrum-X", Map.of(ClusterOption.GPUS, "4096")),
    /** Two top-of-rack switches per rail, one or two planes. */
    ALIBABA_HPN(
            "AlibabaHPN",
            Map.of(
                    ClusterOption.GPUS, "15360",
                    ClusterOption.BANDWIDTH, "200Gbps",
                    ClusterOption.ASW_SWITCHES, "240",
                    ClusterOption.NICS_PER_ASW, "128",
                    ClusterOption.PSW_SWITCHES, "120",
                    ClusterOption.ASW_PER_PSW, "240")),
    /** No rails, one or two top-of-rack switches. */
    DCN_PLUS(
            "DCN+",
            Map.of(
                    ClusterOption.GPUS, "512",
                    ClusterOption.ASW_PER_PSW, "8",
                    ClusterOption.PSW_SWITCHES, "8")),
    /** Wiring as given by the flags; also what SimAI uses for an unknown name. */
    CUSTOM(null, Map.of()),
    /**
     * Racks of 72 GPUs with four rails, because there are four NICs per tray; eight racks fill a segment. The 18
     * NVSwitch chips of a rack, each linked to every GPU by an NVLink 5 port of 50 GB/s, are modelled as one switch
     * with 18 times that rate: NVLink stripes each message over all of them, while a flow here passes one switch. Not
     * in SimAI.
     */
    NVL72(
            "NVL72",
            Map.of(
                    ClusterOption.GPUS, "576",
                    ClusterOption.GPUS_PER_SERVER, "72",
                    ClusterOption.GPU_TYPE, "GB200",
                    ClusterOption.NVLINK_BANDWIDTH, "7200Gbps",
                    ClusterOption.NICS_PER_ASW, "144",
                    ClusterOption.RAILS, "4"));

    private final String title;
    private final Map<ClusterOption, String> values;

    ClusterTemplate(String title, Map<ClusterOption, String> values) {
        this.title = title;
        this.values = values;
    }

    /** Interprets a template's name like SimAI; null and every unknown name are {@link #CUSTOM}. */
    public static ClusterTemplate named(String name) {
        for (ClusterTemplate template : values()) {
            if (template != NVL72 && template.title != null && template.title.equals(name)) {
                return template;
            }
        }
        return CUSTOM;
    }

    /** The wiring under the three flags; some templates ignore the flags. */
    ClusterWiring wiring(boolean railOptimised, boolean dualToR, boolean dualPlane) {
        return switch (this) {
            case SPECTRUM_X, NVL72 -> ClusterWiring.RAIL;
            case ALIBABA_HPN -> dualPlane ? ClusterWiring.RAIL_DUAL_PLANE : ClusterWiring.RAIL_DUAL_TOR;
            case DCN_PLUS -> dualToR ? ClusterWiring.PLAIN_DUAL_TOR : ClusterWiring.PLAIN;
            case CUSTOM -> ClusterWiring.of(railOptimised, dualToR, dualPlane);
        };
    }

    /** The default of an option. */
    String value(ClusterOption option, ClusterWiring wiring) {
        if (wiring == ClusterWiring.RAIL_DUAL_PLANE && this == ALIBABA_HPN && option == ClusterOption.ASW_PER_PSW) {
            return "120";
        }
        if (this == DCN_PLUS && wiring == ClusterWiring.PLAIN_DUAL_TOR) {
            if (option == ClusterOption.BANDWIDTH) {
                return "200Gbps";
            }
            if (option == ClusterOption.NICS_PER_ASW) {
                return "128";
            }
        }
        return values.getOrDefault(option, option.base());
    }

    /** The prefix of file names. */
    String title() {
        return title;
    }
}
