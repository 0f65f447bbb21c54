// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

import java.util.List;
import java.util.Set;

/** Cluster families by their names in the text form. */
public enum ClusterFamily {
    /** One top-of-rack switch per rail. */
    SPECTRUM_X(ClusterTemplate.SPECTRUM_X, Set.of(), "spectrum-x", "spectrumx"),
    /** Two top-of-rack switches per rail, one or two planes. */
    ALIBABA_HPN(ClusterTemplate.ALIBABA_HPN, Set.of(ClusterFlag.DUAL_PLANE), "alibaba-hpn", "alibabahpn", "hpn"),
    /** No rails, one or two top-of-rack switches. */
    DCN_PLUS(ClusterTemplate.DCN_PLUS, Set.of(ClusterFlag.DUAL_TOR), "dcn+", "dcn-plus", "dcnplus"),
    /** Racks of 72 GPUs; sized in racks. */
    NVL72(ClusterTemplate.NVL72, Set.of(), "nvl72"),
    /** Wiring as given by the flags. */
    CUSTOM(ClusterTemplate.CUSTOM, Set.of(ClusterFlag.RAILS, ClusterFlag.DUAL_TOR, ClusterFlag.DUAL_PLANE), "cluster");

    private final ClusterTemplate template;
    private final Set<ClusterFlag> wirings;
    private final List<String> words;

    ClusterFamily(ClusterTemplate template, Set<ClusterFlag> wirings, String... words) {
        this.template = template;
        this.wirings = wirings;
        this.words = List.of(words);
    }

    /** The family with a name, or null. */
    static ClusterFamily of(String word) {
        for (ClusterFamily family : values()) {
            if (family.words.contains(word)) {
                return family;
            }
        }
        return null;
    }

    /** Whether a flag has an effect; otherwise the family determines the wiring. */
    boolean takes(ClusterFlag flag) {
        return flag == ClusterFlag.EXTENDED || wirings.contains(flag);
    }

    ClusterTemplate template() {
        return template;
    }

    String word() {
        return words.get(0);
    }
}
