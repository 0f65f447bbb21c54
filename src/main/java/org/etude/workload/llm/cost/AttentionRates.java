// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.EnumMap;
import java.util.Map;

/**
 * Measured rates of fused causal attention on an H100, 1e12 operations per second (half of the scores count), by width
 * of a head and length of sequence: figures 5 and 6 of FlashAttention-3 (Shah et al. 2024, arXiv 2407.08608), batches
 * of 16,384 tokens, hidden size 2,048, from the labels of the bars.
 *
 * <p>The backward pass is published only without a mask. With a causal mask it is assumed to lose the same fraction as
 * the forward pass of the same kernel and width: 0.79, 0.85 and 0.88 of cuDNN's at 2,048, 4,096 and 8,192 tokens.
 * Measured backward at width 128 are 0.73 to 0.80, 0.85 to 0.93, 0.96 to 1.02 (tritonbench pull requests 1256 and 1267:
 * FlashAttention-3 and TLX, smaller batches) and 0.99 of FlashAttention-2's at 8,192 (flash-attention pull request
 * 1791).
 */
final class AttentionRates {
    /** Lengths of the columns are this times powers of two. */
    private static final double SHORTEST = 512;

    private static final double NARROW = 64;
    private static final double MIDDLE = 128;
    private static final double WIDE = 256;

    private static final Map<AttentionKernel, AttentionRates> ALL = all();

    private final int[][] causal;
    private final int[][] unmasked;
    private final int[][] backward;

    /**
     * The rows of a kernel.
     *
     * @param causal forward with a mask, for widths 64, 128, 256
     * @param unmasked forward without, for widths 64 and 128
     * @param backward backward without, for widths 64 and 128
     */
    private AttentionRates(int[][] causal, int[][] unmasked, int[][] backward) {
        this.causal = causal;
        this.unmasked = unmasked;
        this.backward = backward;
    }

    /** 1e12 operations per second of a kernel on an H100; lengths and widths beyond the table are clamped. */
    static double of(AttentionKernel kernel, AttentionShape shape, boolean forward) {
        return ALL.get(kernel).rate(shape, forward) / kernel.slower(forward);
    }

    private double rate(AttentionShape shape, boolean forward) {
        double width = Math.max(NARROW, Math.min(WIDE, shape.width()));
        int row = width < MIDDLE ? 0 : 1;
        double from = row == 0 ? NARROW : MIDDLE;
        double share = (width - from) / from;
        double sequence = shape.sequence();
        double low = forward ? at(causal[row], sequence) : causalBackward(row, sequence);
        double high = forward ? at(causal[row + 1], sequence) : causalBackward(row + 1, sequence);
        return low + share * (high - low);
    }

    /**
     * The relative loss due to the mask in the forward pass; wider heads than measured are as fast as those of 128.
     */
    private double causalBackward(int row, double sequence) {
        int measured = Math.min(row, backward.length - 1);
        return at(backward[measured], sequence) * at(causal[measured], sequence) / at(unmasked[measured], sequence);
    }

    private static double at(int[] row, double sequence) {
        double column = Math.log(sequence / SHORTEST) / Math.log(2);
        double place = Math.max(0, Math.min(row.length - 1, column));
        int left = (int) Math.min(row.length - 2, Math.floor(place));
        return row[left] + (place - left) * (row[left + 1] - row[left]);
    }

    private static Map<AttentionKernel, AttentionRates> all() {
        Map<AttentionKernel, AttentionRates> all = new EnumMap<>(AttentionKernel.class);
        AttentionRates flash2 = new AttentionRates(
                new int[][] {
                    {180, 229, 262, 284, 295, 299}, {191, 260, 298, 319, 333, 335}, {208, 251, 278, 293, 297, 298}
                },
                new int[][] {{282, 306, 318, 321, 322, 324}, {309, 350, 362, 368, 370, 370}},
                new int[][] {{198, 238, 264, 279, 287, 291}, {214, 260, 291, 310, 318, 322}});
        all.put(AttentionKernel.FLASH2, flash2);
        all.put(AttentionKernel.TRITON, flash2);
        all.put(
                AttentionKernel.FLASH3,
                new AttentionRates(
                        new int[][] {
                            {197, 265, 371, 420, 460, 473},
                            {292, 423, 521, 579, 602, 616},
                            {286, 427, 537, 612, 628, 642}
                        },
                        new int[][] {{333, 392, 460, 476, 496, 497}, {467, 565, 625, 638, 646, 648}},
                        new int[][] {{272, 363, 422, 453, 472, 474}, {316, 424, 501, 542, 559, 561}}));
        all.put(
                AttentionKernel.CUDNN,
                new AttentionRates(
                        new int[][] {
                            {225, 288, 334, 363, 379, 388},
                            {315, 410, 484, 518, 529, 539},
                            {308, 391, 450, 483, 497, 509}
                        },
                        new int[][] {{335, 373, 395, 408, 412, 413}, {497, 574, 617, 609, 600, 595}},
                        new int[][] {{266, 348, 395, 417, 432, 433}, {305, 408, 465, 499, 518, 516}}));
        return all;
    }
}
