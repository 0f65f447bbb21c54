// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.util.Map;
import org.etude.trace.comm.CommNames;

/**
 * What NCCL states about one of its calls in the payload of an NVTX range (NVIDIA/nccl, src/include/nvtx_payload_schemas.h
 * and src/collectives.cc). A size is that of the count which the call is given: of an all-gather what a rank sends, of a
 * reduce-scatter what it receives, of an all-to-all the part for one rank.
 *
 * @param communicator hash of the communicator, equal on all its ranks, other than 0; null when absent
 * @param bytes size of the message, -1 when absent; or the number of its elements, of a profiler that states their type
 * @param ranks number of ranks of the communicator, -1 when absent
 * @param peer rank of the other side within the communicator, -1 when absent
 */
record NcclValues(Long communicator, long bytes, long ranks, long peer) {
    /** The names of the fields, in the order of the components; older versions name the size Bytes. */
    static final Map<String, Integer> FIELDS =
            Map.of("NCCL communicator ID", 0, "Message size [bytes]", 1, "Bytes", 1, "No. of ranks", 2, "Peer rank", 3);

    /** The number of fields. */
    static final int COUNT = 4;

    /** A field of payloads whose number of ranks is that of another communicator, the one that was split. */
    static final String PARENT = "Parent NCCL communicator ID";

    private static final long MOST_RANKS = 1 << 24;
    /** A petabyte: no message is larger. */
    private static final long MOST_BYTES = 1L << 50;

    /** Values in the order of {@link #FIELDS}, null for those that are absent; what cannot be true counts as absent. */
    static NcclValues of(Long... values) {
        return new NcclValues(
                values[0] == null || values[0] == 0 ? null : values[0],
                within(values[1], MOST_BYTES),
                within(values[2], MOST_RANKS),
                within(values[3], MOST_RANKS));
    }

    private static long within(Long value, long most) {
        return value == null || value < 0 || value > most ? -1 : value;
    }

    /**
     * The JSON members by which Kineto describes a collective, where sizes of a call of NCCL are bytes unless the element
     * type is given; "" for a range that is no such call or has no size.
     *
     * @param name the range's name
     * @param size number of ranks of the communicator, -1 when unknown
     */
    String members(String name, long size) {
        if (name == null || !CommNames.isLibraryCall(name) || bytes < 0) {
            return "";
        }
        long all = size < 0 || size > 0 && bytes > Long.MAX_VALUE / size ? -1 : bytes * size;
        StringBuilder out = new StringBuilder("\"Collective name\":\"" + name + '"');
        switch (name) {
            case "ncclAllGather", "ncclGather" -> sizes(bytes, all, out);
            case "ncclReduceScatter", "ncclScatter" -> sizes(all, bytes, out);
            case "ncclAlltoAll", "ncclAllToAll" -> sizes(all, all, out);
            case "ncclSend" -> sizes(bytes, 0, out);
            case "ncclRecv" -> sizes(0, bytes, out);
            default -> sizes(bytes, bytes, out);
        }
        member("Group size", size, out);
        member(name.equals("ncclRecv") ? "Src Rank" : "Dst Rank", peer, out);
        if (communicator != null) {
            out.append(",\"Process Group Name\":\"nccl-")
                    .append(Long.toHexString(communicator))
                    .append('"');
        }
        return out.toString();
    }

    private static void sizes(long in, long outgoing, StringBuilder out) {
        member("In msg nelems", in, out);
        member("Out msg nelems", outgoing, out);
    }

    private static void member(String key, long value, StringBuilder out) {
        if (value >= 0) {
            out.append(",\"").append(key).append("\":").append(value);
        }
    }
}
