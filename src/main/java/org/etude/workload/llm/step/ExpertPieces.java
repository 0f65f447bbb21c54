// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.parallel.Group;

/**
 * The routed experts of a layer, after Megatron-LM's all-to-all dispatcher: every rank sends k copies of each of its
 * tokens to the ranks of their experts, and receives the results. With groups of experts ({@link ExpertRouting}) a
 * token goes to each group once and from there to its ranks, as in DeepSeek's dispatcher; with uneven loads ({@link
 * ExpertLoads}) each pair of ranks exchanges its own number of bytes.
 */
final class ExpertPieces {
    /** FP8 and a scale of four bytes for each 128 elements, against two bytes per element (DeepSeek-V3, section 3.3). */
    private static final double FP8_FACTOR = (1 + 4 / 128.0) / 2;

    private final LlmTraining training;
    private final ExpertRouting routing;
    private final ExpertLoads loads;
    private final long topK;
    /** Tokens of this rank's experts over the mean. */
    private final double load;
    /** Ratio of exchanged tokens to those with even loads. */
    private final double travelling;

    private final ExpertWork compute;

    ExpertPieces(LlmTraining training, KernelShapes shapes, int place) {
        this.training = training;
        routing = ExpertRouting.of(training);
        loads = ExpertLoads.of(training);
        topK = training.number(LlmOption.TOP_K);
        travelling = training.expertLoad();
        load = travelling * loads.of(place);
        compute = new ExpertWork(training, shapes, load);
    }

    /** The router and the exchange of token counts. */
    List<LayerPiece> before() {
        Comm counts = new Comm(
                CollectiveType.ALL_GATHER, 2 * training.number(LlmOption.EXPERTS) * training.expertTp(), Group.EXPERT);
        return List.of(compute.router(), new Exchange("token counts", counts, Comm.NONE, Comm.NONE));
    }

    /** Tokens are sent to their experts; in the backward pass gradients of the experts' inputs are returned. */
    List<Exchange> dispatch() {
        if (!routing.isLimited()) {
            long own = own(topK);
            return List.of(exchange("dispatch", own, Group.EXPERT, true));
        }
        return List.of(
                exchange("dispatch to groups", own(routing.groupsOfToken()), Group.EXPERT_FAR, true),
                exchange("dispatch", own(routing.ranksOfToken()), Group.EXPERT_NEAR, true));
    }

    /** Results are returned. */
    List<Exchange> combine() {
        if (!routing.isLimited()) {
            return List.of(exchange("combine", own(topK), Group.EXPERT, false));
        }
        return List.of(
                exchange("combine", own(routing.ranksOfToken()), Group.EXPERT_NEAR, false),
                exchange("combine of groups", own(routing.groupsOfToken()), Group.EXPERT_FAR, false));
    }

    /** Bytes of the dispatched tokens of a micro batch. */
    private long bytesOfTokens() {
        return training.activationBytes() / training.hidden() * training.expertWidth();
    }

    /** Bytes of this many copies of each token of a rank. */
    private long own(double copies) {
        return (long) (bytesOfTokens() * copies * travelling) / training.tp();
    }

    private Exchange exchange(String name, long bytes, Group group, boolean there) {
        long forward = there && training.dispatchesBytes() ? (long) (bytes * FP8_FACTOR) : bytes;
        return new Exchange(name, travel(forward, group, there), travel(bytes, group, !there), Comm.NONE);
    }

    private Comm travel(long bytes, Group group, boolean there) {
        return new Comm(CollectiveType.ALL_TO_ALL, bytes, group, loads, there);
    }

    /**
     * The experts of a rank, whose matrices are split over tensor-parallel ranks, which gather tokens before and sum
     * results after them, unless each expert is whole on a rank (Megatron-Core, token_dispatcher.py,
     * MoEAlltoAllTokenDispatcher; expert_tensor_parallel_size).
     */
    List<LayerPiece> work(Part.Experts experts) {
        long routed = (long) (Math.multiplyExact(bytesOfTokens(), topK) * load);
        boolean whole = training.wholeExperts();
        Comm gather = whole ? Comm.NONE : new Comm(CollectiveType.ALL_GATHER, routed / training.tp(), Group.TENSOR);
        Comm scatter = whole ? Comm.NONE : new Comm(CollectiveType.REDUCE_SCATTER, routed, Group.TENSOR);
        return List.of(
                new Exchange("experts", gather, scatter, Comm.NONE),
                compute.experts(experts),
                new Exchange("experts", scatter, gather, Comm.NONE));
    }
}
