// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

/**
 * One row: a collective, a message or a computation.
 *
 * @param type AICB's name of the operation: {@code all_reduce}, {@code isend}, {@code computation}, {@code
 *     epoch_end}
 * @param group AICB's name of the group, {@code dp_group}, or null
 * @param groupSize ranks of the group, or null
 * @param size bytes; for a computation the two matrices' shapes
 * @param stage the part of the step
 * @param dst the receiver's rank, or null
 * @param src the sender's rank, or null
 * @param additional a remark
 */
public record AicbItem(
        String type,
        String group,
        Integer groupSize,
        String size,
        String stage,
        Integer dst,
        Integer src,
        String additional) {

    /** A collective. */
    static AicbItem collective(String type, String group, Integer groupSize, long bytes, String stage) {
        return new AicbItem(type, group, groupSize, Long.toString(bytes), stage, null, null, "");
    }

    /** A matrix product of an s x b x n activation, or an m x n matrix, with an n x k matrix. */
    static AicbItem product(String stage, long[] left, long[] right) {
        return new AicbItem(
                "computation", null, null, "(" + shape(left) + " " + shape(right) + ")", stage, null, null, "");
    }

    /** The end of the preparation or of a step. */
    static AicbItem end() {
        return new AicbItem("epoch_end", null, null, "0", "", null, null, "");
    }

    /** This row with a sending rank. */
    AicbItem from(int rank) {
        return new AicbItem(type, group, groupSize, size, stage, dst, rank, additional);
    }

    /** This row with a receiving rank. */
    AicbItem to(int rank) {
        return new AicbItem(type, group, groupSize, size, stage, rank, src, additional);
    }

    /** This row with a remark. */
    AicbItem with(String remark) {
        return new AicbItem(type, group, groupSize, size, stage, dst, src, remark);
    }

    /** This row with another size, as text. */
    AicbItem sized(String text) {
        return new AicbItem(type, group, groupSize, text, stage, dst, src, additional);
    }

    private static String shape(long[] sizes) {
        StringBuilder out = new StringBuilder("(");
        for (int i = 0; i < sizes.length; i++) {
            out.append(i == 0 ? "" : " ").append(sizes[i]);
        }
        return out.append(')').toString();
    }
}
