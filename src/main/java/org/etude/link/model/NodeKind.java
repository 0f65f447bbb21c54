// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

/** The kind of a node in a linked graph. */
public enum NodeKind {
    /** An operator or annotation on a host thread, from the execution trace, the Kineto trace or both. */
    HOST_OP,
    /** The process or a thread root, or process_group:init: structure without work. */
    ROOT,
    /** A GPU kernel that computes. */
    KERNEL,
    /** A GPU kernel of a collective or point-to-point transfer (NCCL, RCCL). */
    COMM_KERNEL,
    /** A GPU memory copy. */
    MEMCPY,
    /** A GPU memory set. */
    MEMSET,
    /** A host-side collective without a GPU kernel (gloo, MPI). */
    HOST_COMM,
    /** A runtime call that blocks the host until GPU work is done. */
    SYNC_CALL;

    /** Whether it ran on a GPU stream. */
    public boolean isGpu() {
        return this == KERNEL || this == COMM_KERNEL || this == MEMCPY || this == MEMSET;
    }

    /** Whether it denotes a collective or point-to-point transfer. */
    public boolean isComm() {
        return this == COMM_KERNEL || this == HOST_COMM;
    }
}
