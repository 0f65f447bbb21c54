// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.parallel.Group;

/**
 * Context parallelism: several ranks share each sequence, and each holds its part of every activation. Causal attention
 * is balanced because each rank has a part from the front and one from the back. Attention needs the keys and values of
 * all ranks:
 *
 * <ul>
 *   <li>p2p: they circulate in a ring while the present part is processed; n - 1 steps of a rank's keys and values
 *       forward, and twice that with their gradients backward (Liu et al., Ring attention, 2023; Megatron-LM's
 *       default). The work on one part, a fraction 1 / n, overlaps with no step. Afterwards the partial results of the n
 *       parts are rescaled and summed, and backward those of the gradients of queries, keys and values (Transformer
 *       Engine, context_parallel.py: flash_attn_fwd_out_correction_init, flash_attn_fwd_out_correction, and the sums of
 *       dq and dkv).
 *   <li>a2a: all-to-alls convert parts of sequences to parts of heads and back: queries, keys and values before
 *       attention, results after it, and the same backward (Jacobs et al., DeepSpeed Ulysses, 2023).
 *   <li>all_gather: keys and values are gathered before, backward again, and their gradients scattered (Dubey et al. 2024, section
 *       3.3.2).
 * </ul>
 */
final class ContextParallel {
    private static final String NAME = "context";
    private static final int ELEMENT = 2;
    /** Numbers read and written per result for the first part of a ring: it is scaled and stored. */
    private static final double FIRST_PART = 2;
    /**
     * The same for each further part: it is scaled and added, two read and one written. Where masks are causal, half of the
     * parts have results for half of a rank's queries only.
     */
    private static final double FURTHER_PART = (3 + 1.5) / 2;

    private static final int MERGE_OPERATIONS = 2;

    private final int ranks;
    private final String exchange;

    private ContextParallel(int ranks, String exchange) {
        this.ranks = ranks;
        this.exchange = exchange;
    }

    /**
     * What a training asks for.
     *
     * @throws LlmException when sequences or heads cannot be divided in this way
     */
    static ContextParallel of(LlmTraining training) {
        int ranks = ranks(training);
        String exchange = training.word(LlmOption.CONTEXT_EXCHANGE);
        long shared = training.tp() * (long) ranks;
        if (ranks > 1
                && exchange.equals("a2a")
                && (training.heads() % shared != 0 || training.queryGroups() % shared != 0)) {
            throw new LlmException(
                    training.heads() + " heads of queries and " + training.queryGroups()
                            + " of keys and values cannot be spread over " + training.tp() + " (tp) times " + ranks
                            + " (cp) ranks",
                    "Lower --context-parallel-size, or use --cp_comm_type p2p.");
        }
        return new ContextParallel(ranks, exchange);
    }

    /** Ranks that share each sequence. */
    static int ranks(LlmTraining training) {
        return (int) training.number(LlmOption.CONTEXT_PARALLEL);
    }

    /** The training from the view of one rank: with its part of each sequence. */
    static LlmTraining local(LlmTraining training) {
        long ranks = training.number(LlmOption.CONTEXT_PARALLEL);
        long sequence = training.number(LlmOption.SEQUENCE);
        if (ranks < 1 || training.dp() % ranks != 0) {
            throw new LlmException(
                    "--context-parallel-size " + ranks + " does not divide the " + training.dp()
                            + " ranks that tp and pp leave",
                    "Change it or --world_size.");
        }
        if (ranks == 1) {
            return training;
        }
        if (sequence % (2 * ranks) != 0) {
            throw new LlmException(
                    "sequences of " + sequence + " tokens cannot be shared by " + ranks + " (cp) ranks",
                    "Make --seq_length a multiple of " + 2 * ranks
                            + ": each rank has a part of the front and one of the back.");
        }
        Map<LlmOption, String> values = new EnumMap<>(training.values());
        values.put(LlmOption.SEQUENCE, Long.toString(sequence / ranks));
        return new LlmTraining(values, training.compat());
    }

    /**
     * The pieces of attention.
     *
     * @param whole its work, whose core kernels have the name of the core
     * @param tokens tokens of a rank
     * @param queries width of a rank's queries
     * @param stored width of its keys and values
     * @param values width of its results
     */
    List<LayerPiece> pieces(Work whole, double tokens, double queries, double stored, double values) {
        if (ranks == 1) {
            return List.of(whole);
        }
        Split forward = Split.of(whole.forward());
        Split backward = Split.of(whole.backward());
        long keys = (long) (ELEMENT * tokens * stored);
        Work before = new Work(
                whole.part(), forward.before, backward.after, whole.weights(), whole.parameters(), whole.copies());
        return switch (exchange) {
            case "p2p" ->
                ring(
                        merged(before, "merge grad", tokens * (queries + stored)),
                        whole,
                        forward,
                        backward,
                        merge("merge", tokens * values),
                        keys);
            case "a2a" ->
                heads(before, whole, forward, backward, keys + (long) (ELEMENT * tokens * queries), (long)
                        (ELEMENT * tokens * values));
            default -> gathered(before, whole, forward, backward, keys);
        };
    }

    /** Sums up this many partial results of all ranks' parts. */
    private StepKernel merge(String name, double results) {
        double numbers = FIRST_PART + FURTHER_PART * (ranks - 1);
        return new StepKernel(name, MERGE_OPERATIONS * ranks * results, ELEMENT * numbers * results);
    }

    /** Work whose backward pass begins with sums of partial gradients. */
    private Work merged(Work work, String name, double results) {
        List<StepKernel> backward = new ArrayList<>(List.of(merge(name, results)));
        backward.addAll(work.backward());
        return new Work(work.part(), work.forward(), backward, work.weights(), work.parameters(), work.copies());
    }

    private List<LayerPiece> ring(Work before, Work whole, Split forward, Split backward, StepKernel merge, long keys) {
        double first = 1.0 / ranks;
        List<StepKernel> last = new ArrayList<>(times(forward.core, first));
        last.add(merge);
        last.addAll(forward.after);
        List<StepKernel> lastBack = new ArrayList<>(backward.before);
        lastBack.addAll(times(backward.core, first));
        return List.of(
                before,
                new OverlappedExchange(NAME, gather(keys), gather(2 * keys)),
                work(whole, times(forward.core, 1 - first), times(backward.core, 1 - first)),
                work(whole, last, lastBack));
    }

    private List<LayerPiece> heads(Work before, Work whole, Split forward, Split backward, long in, long out) {
        return List.of(
                before,
                new Exchange(NAME, allToAll(in), allToAll(in), Comm.NONE),
                work(whole, forward.core, backward.core),
                new Exchange(NAME, allToAll(out), allToAll(out), Comm.NONE),
                work(whole, forward.after, backward.before));
    }

    private List<LayerPiece> gathered(Work before, Work whole, Split forward, Split backward, long keys) {
        Comm scatter = new Comm(CollectiveType.REDUCE_SCATTER, keys * ranks, Group.CONTEXT);
        return List.of(
                before,
                new Exchange(NAME, gather(keys), scatter, Comm.NONE),
                work(whole, forward.core, backward.core),
                new Exchange(NAME, Comm.NONE, gather(keys), Comm.NONE),
                work(whole, forward.after, backward.before));
    }

    private static Comm gather(long bytes) {
        return new Comm(CollectiveType.ALL_GATHER, bytes, Group.CONTEXT);
    }

    private static Comm allToAll(long bytes) {
        return new Comm(CollectiveType.ALL_TO_ALL, bytes, Group.CONTEXT);
    }

    private static Work work(Work of, List<StepKernel> forward, List<StepKernel> backward) {
        return new Work(of.part(), forward, backward, List.of(), 0, of.copies());
    }

    private static List<StepKernel> times(List<StepKernel> kernels, double share) {
        return kernels.stream().map(kernel -> kernel.times(share)).toList();
    }

    /** Kernels before, in and after the core of attention, in the order of a pass. */
    private record Split(List<StepKernel> before, List<StepKernel> core, List<StepKernel> after) {
        static Split of(List<StepKernel> kernels) {
            int from = 0;
            while (!isCore(kernels.get(from))) {
                from++;
            }
            int to = from;
            while (to < kernels.size() && isCore(kernels.get(to))) {
                to++;
            }
            return new Split(kernels.subList(0, from), kernels.subList(from, to), kernels.subList(to, kernels.size()));
        }

        private static boolean isCore(StepKernel kernel) {
            return kernel.name().startsWith("core");
        }
    }
}
