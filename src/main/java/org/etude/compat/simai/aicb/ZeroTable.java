// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * DeepSpeed's ZeRO 1 and 2: gradients are sent in buckets, in stage 2 each to its owner; parameters return once per
 * step.
 */
final class ZeroTable extends TableGenerator {
    private final List<ZeroModel.Parameter> parameters;
    private final long[] starts;
    private final boolean toOwners;
    private final List<List<Piece>> pieces;
    private List<ZeroModel.Parameter> bucket = new ArrayList<>();
    private long filled;

    /** A part of a parameter and the rank that owns it. */
    private record Piece(int rank, long from, long to) {}

    ZeroTable(LlmTraining training) {
        super(training);
        parameters = ZeroModel.of(training);
        starts = new long[parameters.size() + 1];
        for (ZeroModel.Parameter parameter : parameters) {
            starts[parameter.index() + 1] = starts[parameter.index()] + parameter.count();
        }
        toOwners = training.number(LlmOption.ZERO_STAGE) == 2 && training.flag(LlmOption.CONTIGUOUS);
        pieces = pieces(starts, training.dp());
    }

    @Override
    String name() {
        return "deepspeed_stage" + training().number(LlmOption.ZERO_STAGE);
    }

    @Override
    void init() {
        if (!training().flag(LlmOption.AMP)) {
            parameters.forEach(parameter -> data("broadcast", parameter.bytes(), "init"));
        }
        if (training().compat() && training().flag(LlmOption.AMP)) {
            throw new LlmException(
                    "ZeRO 1 and 2 with --amp_enabled: AICB fails here", "Leave --amp_enabled or --compat out.");
        }
        long last = parameters.get(parameters.size() - 1).bytes();
        if (!training().compat()) {
            note("init.__init__", "size of the barrier", "AICB writes the last parameter's", "a barrier has none");
        }
        long bytes = training().compat() ? last : 0;
        add(AicbItem.collective("barrier", "all", training().dp(), bytes, "init.__init__"));
    }

    @Override
    void forward() {
        if (computes()) {
            parameters.stream()
                    .filter(ZeroModel.Parameter::isMatrix)
                    .forEach(parameter -> add(ZeroItems.product(training(), "forward.computation", parameter)));
        }
    }

    @Override
    void backward() {
        for (int i = parameters.size() - 1; i >= 0; i--) {
            ZeroModel.Parameter parameter = parameters.get(i);
            if (parameter.count() + filled > training().number(LlmOption.REDUCE_BUCKET)) {
                flush("backward");
            }
            bucket.add(parameter);
            filled += parameter.count();
            if (computes() && parameter.isMatrix()) {
                add(ZeroItems.product(training(), "backward.computation", parameter));
                add(ZeroItems.weightGrad(training(), "backward.computation", parameter));
            }
        }
    }

    @Override
    void step() {
        flush("step");
        data("all_reduce", 1, "step.has_overflow");
        long total = starts[parameters.size()];
        long shards = Math.max(total / training().number(LlmOption.GATHER_BUCKET), 1);
        long shard = total / shards;
        int dp = training().dp();
        for (long i = 0; i < shards; i++) {
            long elements = i == shards - 1 ? total - i * shard : shard;
            long padded = (elements + dp - 1) / dp * dp;
            data("all_gather", 2 * padded, "step.all_gather_dp_groups");
        }
    }

    private void flush(String stage) {
        if (toOwners) {
            owners(stage);
        } else {
            data("all_reduce", 2 * filled, stage + ".allreduce_bucket");
        }
        bucket = new ArrayList<>();
        filled = 0;
    }

    /** Sends each rank the gradients of its part of all parameters; consecutive pieces of a rank are merged. */
    private void owners(String stage) {
        int rank = -1;
        long from = 0;
        long to = 0;
        long elements = 0;
        for (int i = bucket.size() - 1; i >= 0; i--) {
            for (Piece piece : pieces.get(bucket.get(i).index())) {
                if (piece.rank != rank) {
                    reduce(rank, to - from, elements, stage);
                    rank = piece.rank;
                    from = piece.from;
                    elements = 0;
                }
                to = piece.to;
                elements += piece.to - piece.from;
            }
        }
        reduce(rank, to - from, elements, stage);
    }

    /**
     * Splits parameters at the ends of ranks' parts; where both end at the same position, the next starts with an empty
     * piece.
     */
    private static List<List<Piece>> pieces(long[] starts, int ranks) {
        long part = (starts[starts.length - 1] + ranks - 1) / ranks;
        List<List<Piece>> all = new ArrayList<>();
        int rank = 0;
        for (int i = 0; i + 1 < starts.length; i++) {
            List<Piece> own = new ArrayList<>();
            long from = starts[i];
            while ((rank + 1) * part < starts[i + 1]) {
                own.add(new Piece(rank, from, (rank + 1) * part));
                from = (rank + 1) * part;
                rank++;
            }
            own.add(new Piece(rank, from, starts[i + 1]));
            all.add(own);
        }
        return all;
    }

    /** A bucket with gradients of two micro batches ends below its start. */
    private void reduce(int rank, long span, long elements, String stage) {
        if (rank < 0) {
            return;
        }
        long sent = elements;
        if (training().compat()) {
            sent = span;
        } else if (span != elements) {
            note(
                    stage + ".average_tensor",
                    "size of a bucket with gradients of two micro batches",
                    "AICB writes the distance from its first to its last",
                    "what it holds");
        }
        AicbItem item = AicbItem.collective("reduce", "dp_group", training().dp(), 2 * sent, stage + ".average_tensor");
        add(item.to(rank));
    }
}
