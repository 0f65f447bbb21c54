// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.cluster;

/** What a cluster is or is not, with SimAI's words. */
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

    /** The flag of a word, or null. */
    static ClusterFlag of(String word) {
        for (ClusterFlag flag : values()) {
            if (flag.word.equals(word)) {
                return flag;
            }
        }
        return null;
    }
}
