package org.etude.sim.spec;

/** Where remote memory hangs. */
public enum MemoryKind {
    /** There is none. */
    NO_MEMORY_EXPANSION,
    /** One a node of several ranks, one transaction at a time. */
    PER_NODE_MEMORY_EXPANSION,
    /** One a rank. */
    PER_NPU_MEMORY_EXPANSION,
    /** One for all, one transaction at a time. */
    MEMORY_POOL
}
