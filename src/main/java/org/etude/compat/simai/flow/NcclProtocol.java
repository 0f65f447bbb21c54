// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

/** NCCL's data transfer protocols, with NCCL's numbers. */
public enum NcclProtocol {
    /** Four bytes of data and four of flag at a time: lowest latency, half the bandwidth. */
    LL(1, 2),
    /** 120 of 128 bytes are data: low latency, on NVLink only. */
    LL128(120, 128),
    /** Whole chunks and fences: full bandwidth. */
    SIMPLE(1, 1);

    private final long data;
    private final long wire;

    NcclProtocol(long data, long wire) {
        this.data = data;
        this.wire = wire;
    }

    /** The bytes on a link for this many bytes of data. */
    public long wireBytes(long bytes) {
        return bytes / data * wire + (bytes % data * wire + data - 1) / data;
    }
}
