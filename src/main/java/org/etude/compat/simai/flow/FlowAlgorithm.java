// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

/** The algorithm that turns a collective into flows, with NCCL's names and numbers. */
public enum FlowAlgorithm {
    /** Up and down double binary trees. */
    TREE(0),
    /** Around rings; all-to-all is direct. */
    RING(1),
    /** To the NVSwitch, which reduces, and back. */
    NVLS(4),
    /** NVSwitches reduce inside servers, trees between them; not in SimAI. */
    NVLS_TREE(5),
    /** Parallel aggregated trees among ranks on separate servers; not in SimAI. */
    PAT(6);

    private final int code;

    FlowAlgorithm(int code) {
        this.code = code;
    }

    /** NCCL's number. */
    public int code() {
        return code;
    }

    /** Whether NVSwitches send and receive. */
    boolean usesNvSwitches() {
        return this == NVLS || this == NVLS_TREE;
    }
}
