package org.etude.sim.simai;

/** How a collective is made into flows, with NCCL's numbers. */
public enum FlowAlgorithm {
    /** Up and down double binary trees. */
    TREE(0),
    /** Around rings; all-to-all goes directly. */
    RING(1),
    /** To the NVSwitch, which adds, and back. */
    NVLS(4);

    private final int code;

    FlowAlgorithm(int code) {
        this.code = code;
    }

    /** NCCL's number. */
    public int code() {
        return code;
    }
}
