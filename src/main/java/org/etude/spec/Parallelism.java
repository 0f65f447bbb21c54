// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/**
 * Degrees of tensor, expert, data, pipeline and context parallelism. Ranks are numbered as in Megatron-LM (Narayanan et
 * al. 2021): rank = tensor + tp * (data + dp * stage), so the ranks of a tensor group are adjacent. Experts are
 * distributed over data-parallel ranks, adjacent copies first; whole ones over all ranks of a stage in their order.
 * Context-parallel ranks are adjacent copies too: they hold the same parameters and share the sequences of one part of
 * the batch.
 *
 * @param tp ranks that share each layer
 * @param ep ranks over which the experts of a layer are distributed; divides dp, or tp times dp with whole experts
 * @param dp copies of the model, each with its own part of the batch
 * @param pp stages, each with its own layers
 * @param cp copies that share each sequence; divides dp
 * @param wholeExperts whether each expert is on one rank instead of the ranks of a tensor group
 */
@Internal
public record Parallelism(int tp, int ep, int dp, int pp, int cp, boolean wholeExperts) {
    private static final int MAX_RANKS = 1 << 24;

    /** Rejects non-positive degrees, and ep or cp that does not divide dp. */
    public Parallelism {
        if (tp < 1 || ep < 1 || dp < 1 || pp < 1 || cp < 1) {
            throw new WorkloadException(
                    "parallelism of tp " + tp + ", ep " + ep + ", dp " + dp + ", pp " + pp + ", cp " + cp,
                    "Give 1 or more of each.");
        }
        if ((wholeExperts ? (long) tp * dp : dp) % ep != 0) {
            throw new WorkloadException(
                    "expert parallelism " + ep + " does not divide "
                            + (wholeExperts ? "the " + (long) tp * dp + " ranks of a stage" : "data parallelism " + dp),
                    wholeExperts
                            ? "Experts are distributed over the ranks of a stage; make tp times dp a multiple of ep."
                            : "Experts are distributed over data-parallel ranks; make dp a multiple of ep.");
        }
        if (dp % cp != 0) {
            throw new WorkloadException(
                    "context parallelism " + cp + " does not divide the " + dp + " copies of the parameters",
                    "Copies share sequences; make the number of ranks divided by tp and pp a multiple of cp.");
        }
        // No factor is above 2^31, so two of them cannot overflow; a third is only tried below the limit.
        if ((long) tp * dp > MAX_RANKS || (long) tp * dp * pp > MAX_RANKS) {
            throw new WorkloadException(
                    "tp " + tp + " times dp " + dp + " times pp " + pp + " ranks",
                    "Give at most " + MAX_RANKS + ", the maximum of a topology.");
        }
    }

    /** Experts that tensor-parallel ranks share. */
    public Parallelism(int tp, int ep, int dp, int pp, int cp) {
        this(tp, ep, dp, pp, cp, false);
    }

    /** The same without context parallelism. */
    public Parallelism(int tp, int ep, int dp, int pp) {
        this(tp, ep, dp, pp, 1);
    }

    /** One rank. */
    public static Parallelism none() {
        return new Parallelism(1, 1, 1, 1);
    }

    /** The same with this many ranks per layer. */
    public Parallelism withTp(int ranks) {
        return new Parallelism(ranks, ep, dp, pp, cp, wholeExperts);
    }

    /** The same with experts distributed over this many copies. */
    public Parallelism withEp(int ranks) {
        return new Parallelism(tp, ranks, dp, pp, cp, wholeExperts);
    }

    /** The same with this many copies. */
    public Parallelism withDp(int copies) {
        return new Parallelism(tp, ep, copies, pp, cp, wholeExperts);
    }

    /** The same with this many stages. */
    public Parallelism withPp(int stages) {
        return new Parallelism(tp, ep, dp, stages, cp, wholeExperts);
    }

    /** The ranks of a stage over which experts can be distributed: one per copy, or all. */
    public int expertRanks() {
        return wholeExperts ? tp * dp : dp;
    }

    /** The total number of ranks. */
    public int world() {
        return tp * dp * pp;
    }

    /** The rank at a position. */
    public int rank(int tensor, int data, int stage) {
        if (tensor < 0 || tensor >= tp || data < 0 || data >= dp || stage < 0 || stage >= pp) {
            throw new WorkloadException(
                    "there is no tensor rank " + tensor + ", copy " + data + ", stage " + stage + " in " + this,
                    "Count each from 0.");
        }
        return tensor + tp * (data + dp * stage);
    }

    /** Which rank of its tensor group a rank is. */
    public int tensor(int rank) {
        return known(rank) % tp;
    }

    /** Which copy of the model a rank belongs to. */
    public int data(int rank) {
        return known(rank) / tp % dp;
    }

    /** Which stage a rank computes. */
    public int stage(int rank) {
        return known(rank) / (tp * dp);
    }

    private int known(int rank) {
        if (rank < 0 || rank >= world()) {
            throw new WorkloadException("there is no rank " + rank + " in " + this, "Count from 0 to world() - 1.");
        }
        return rank;
    }

    @Override
    public String toString() {
        String shared = cp > 1 ? " x cp " + cp : "";
        String experts = ep > 1 ? " (ep " + ep + (wholeExperts ? ", whole experts)" : ")") : "";
        return "tp " + tp + shared + " x dp " + dp / cp + experts + " x pp " + pp;
    }
}
