// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

/** How a collective is made into flows, with NCCL's names and numbers. */
public enum FlowAlgorithm {
    /** Up and down double binary trees. */
    TREE(0),
    /** Around rings; all-to-all goes directly. */
    RING(1),
    /** To the NVSwitch, which adds, and back. */
    NVLS(4),
    /** NVSwitches add inside servers, trees between them; not in SimAI. */
    NVLS_TREE(5),
    /** Parallel aggregated trees among ranks that each have a server; not in SimAI. */
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
