// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.List;

/** Options of a cluster, with SimAI's names and default values. */
public enum ClusterOption {
    /** Total number of GPUs. */
    GPUS("32", "GPUs in all", "-g", "--gpu"),
    /** Fraction of packets lost on a link; copied as text. */
    ERROR_RATE("0", "share of packets lost on a link", "-er", "--error_rate"),
    /** GPUs per server. */
    GPUS_PER_SERVER("8", "GPUs of a server", "-gps", "--gpu_per_server"),
    /** Type of the GPUs; copied as text. */
    GPU_TYPE("H100", "type of the GPUs", "-gt", "--gpu_type"),
    /** NVSwitches per server. */
    NV_SWITCHES_PER_SERVER("1", "NVSwitches of a server", "-nsps", "--nv_switch_per_server"),
    /** Rate of the link from a GPU to an NVSwitch; copied as text. */
    NVLINK_BANDWIDTH("2880Gbps", "rate from a GPU to an NVSwitch", "-nvbw", "--nvlink_bw"),
    /** Delay of the link from a GPU to an NVSwitch; copied as text. */
    NVLINK_LATENCY("0.000025ms", "delay from a GPU to an NVSwitch", "-nl", "--nv_latency"),
    /** Delay of every other link; copied as text. */
    LATENCY("0.0005ms", "delay of every other link", "-l", "--latency"),
    /** Rate of the link from a NIC to its ASW; copied as text. */
    BANDWIDTH("400Gbps", "rate from a NIC to its top-of-rack switch", "-bw", "--bandwidth"),
    /** Number of top-of-rack switches; corrected to what the GPUs need. */
    ASW_SWITCHES("8", "top-of-rack switches", "-asn", "--asw_switch_num"),
    /** NICs per top-of-rack switch. */
    NICS_PER_ASW("64", "NICs of a top-of-rack switch", "-npa", "--nics_per_aswitch"),
    /** Spine switches. */
    PSW_SWITCHES("64", "spine switches", "-psn", "--psw_switch_num"),
    /** Rate of the link from an ASW to a PSW; copied as text. */
    ASW_PSW_BANDWIDTH("400Gbps", "rate from a top-of-rack to a spine switch", "-apbw", "--ap_bandwidth"),
    /** Top-of-rack switches per spine switch: the size of a pod. */
    ASW_PER_PSW("64", "top-of-rack switches of a spine switch", "-app", "--asw_per_psw"),
    /** Number of rails of a rail-optimised cluster; 0 for one per GPU of a server. Not in SimAI. */
    RAILS("0", "rails, if not as many as GPUs of a server (not in SimAI)", "--rails");

    private final String base;
    private final String meaning;
    private final List<String> names;

    ClusterOption(String base, String meaning, String... names) {
        this.base = base;
        this.meaning = meaning;
        this.names = List.of(names);
    }

    /** The default when neither the user nor the template gives a value. */
    public String base() {
        return base;
    }

    /** The description for help. */
    public String meaning() {
        return meaning;
    }

    /** The names on a command line, short first. */
    public List<String> names() {
        return names;
    }
}
