// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/** The kind of a Kineto event, across PyTorch versions, for CUDA and HIP. */
public enum EventKind {
    /** An ATen or c10d operator on the host (categories cpu_op, Operator). */
    CPU_OP,
    /** A range the user or a library named (record_function, ProfilerStep, gloo:all_reduce). */
    USER_ANNOTATION,
    /** A Python frame. */
    PYTHON,
    /** A runtime or driver call on the host (cuda_runtime, cuda_driver, Runtime, hip_runtime). */
    RUNTIME,
    /** A GPU kernel. */
    KERNEL,
    /** A GPU memory copy. */
    MEMCPY,
    /** A GPU memory set. */
    MEMSET,
    /** A GPU-side synchronisation record (cuda_sync). */
    SYNC,
    /** The shadow of a user annotation on a GPU stream. */
    GPU_ANNOTATION,
    /** A range of an unknown category; kept and reported. */
    OTHER;

    /** Whether it is work on a GPU stream: kernel, copy or set. */
    public boolean isGpuWork() {
        return this == KERNEL || this == MEMCPY || this == MEMSET;
    }

    /** Whether it is a range on a host thread that can be the parent of others: operator or annotation. */
    public boolean isHostOp() {
        return this == CPU_OP || this == USER_ANNOTATION;
    }
}
