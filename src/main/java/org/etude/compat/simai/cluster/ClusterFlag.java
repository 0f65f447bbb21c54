// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

/** Flags of a cluster's wiring, with SimAI's names. */
enum ClusterFlag {
    RAILS("ro"),
    DUAL_TOR("dt"),
    DUAL_PLANE("dp"),
    EXTENDED("extend");

    private final String word;

    ClusterFlag(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** The flag with a name, or null. */
    static ClusterFlag of(String word) {
        for (ClusterFlag flag : values()) {
            if (flag.word.equals(word)) {
                return flag;
            }
        }
        return null;
    }
}
