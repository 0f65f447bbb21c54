// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * DeepSpeed's ZeRO 3: parameters are gathered when needed and freed afterwards. The first step gathers them one by one
 * and learns the order; later steps prefetch in buckets. Small parameters stay.
 */
final class ZeroThreeTable extends TableGenerator {
    private final List<ZeroModel.Parameter> parameters;
    private final List<ZeroModel.Parameter> persistent = new ArrayList<>();
    private final boolean[] stays;
    private final boolean[] gathered;
    private final int[] lastFetched;
    /** Steps of the learnt order: a parameter's position in the forward pass, then in the backward pass. */
    private final Deque<Integer> ahead = new ArrayDeque<>();

    private String stage = "init";
    private long live;
    private long bucket;

    ZeroThreeTable(LlmTraining training) {
        super(training);
        parameters = ZeroModel.of(training);
        stays = new boolean[parameters.size()];
        gathered = new boolean[parameters.size()];
        lastFetched = new int[parameters.size()];
        Arrays.fill(lastFetched, -1);
        long kept = 0;
        for (ZeroModel.Parameter parameter : parameters) {
            boolean fits = parameter.count() <= training.number(LlmOption.MODEL_PERSISTENCE) - kept;
            if (fits && parameter.count() <= training.number(LlmOption.PARAM_PERSISTENCE)) {
                stays[parameter.index()] = true;
                persistent.add(parameter);
                kept += parameter.count();
            }
        }
    }

    @Override
    String name() {
        return "deepspeed_stage3";
    }

    @Override
    void init() {
        if (!training().flag(LlmOption.AMP)) {
            for (ZeroModel.Parameter parameter : parameters) {
                add(AicbItem.collective(
                                "broadcast", "dp_group", training().dp(), parameter.bytes(), "init._broadcast_model")
                        .from(0));
            }
        }
        barrier("init._create_fp16_partitions_with_defragmentation");
        barrier("init._setup_for_real_optimizer");
        barrier("init._setup_for_real_optimizer");
        parameters.forEach(parameter -> data("all_gather", parameter.bytes(), "init._allgather_params"));
    }

    private void barrier(String where) {
        add(AicbItem.collective("barrier", "all", training().dp(), 0, where));
    }

    @Override
    void forward() {
        stage = "forward";
        for (int i = 0; i < parameters.size(); i++) {
            gather(parameters.get(i));
            free(parameters.get(i), i);
        }
    }

    @Override
    void backward() {
        stage = "backward";
        int count = parameters.size();
        for (int i = 0; i < count; i++) {
            ZeroModel.Parameter parameter = parameters.get(count - 1 - i);
            gather(parameter);
            free(parameter, i + count);
            reduce(parameter);
        }
        ahead.clear();
        for (int step = 0; step < 2 * count; step++) {
            ahead.add(step);
        }
        Arrays.fill(lastFetched, -1);
    }

    @Override
    void step() {
        stage = "step";
        data("reduce_scatter", 2 * bucket, "step.reduce_scatter_fn");
        bucket = 0;
        data("all_reduce", 1, "step.has_overflow");
        data("all_reduce", 8, "step.get_grad_norm_direct");
        Arrays.fill(gathered, false);
        live = 0;
        persistent.forEach(this::gatherOne);
    }

    private void gather(ZeroModel.Parameter parameter) {
        if (ahead.isEmpty()) {
            gatherOne(parameter);
        } else {
            gatherAhead(parameter);
        }
    }

    private void gatherOne(ZeroModel.Parameter parameter) {
        if (!gathered[parameter.index()]) {
            data("all_gather", parameter.bytes(), stage + ".allgather_fn");
            hold(parameter);
        }
        compute(parameter);
    }

    /** Gathers a parameter together with its successors, until the bucket or the limit of live parameters is full. */
    private void gatherAhead(ZeroModel.Parameter parameter) {
        List<ZeroModel.Parameter> fetched = new ArrayList<>();
        long elements = 0;
        if (!gathered[parameter.index()]) {
            ahead.poll();
            fetched.add(parameter);
            elements += parameter.count();
            hold(parameter);
        }
        while (!ahead.isEmpty()
                && elements < training().number(LlmOption.PREFETCH)
                && live < training().number(LlmOption.MAX_LIVE)) {
            int step = ahead.poll();
            ZeroModel.Parameter next = parameters.get(Math.min(step, 2 * parameters.size() - 1 - step));
            lastFetched[next.index()] = Math.max(step, lastFetched[next.index()]);
            if (!gathered[next.index()]) {
                fetched.add(next);
                elements += next.count();
                hold(next);
            }
        }
        if (!fetched.isEmpty()) {
            long bytes = fetched.stream().mapToLong(ZeroModel.Parameter::bytes).sum();
            data("all_gather", bytes, stage + ".allgather_fn");
            fetched.forEach(this::compute);
        }
    }

    private void hold(ZeroModel.Parameter parameter) {
        gathered[parameter.index()] = true;
        live += parameter.count();
    }

    /**
     * Frees a parameter unless it stays or was prefetched for a later use; without a learnt order even those that stay.
     */
    private void free(ZeroModel.Parameter parameter, int step) {
        boolean kept = stays[parameter.index()] || lastFetched[parameter.index()] > step;
        if (ahead.isEmpty() || !kept) {
            gathered[parameter.index()] = false;
            live -= parameter.count();
        }
    }

    private void reduce(ZeroModel.Parameter parameter) {
        if (parameter.count() + bucket > training().number(LlmOption.REDUCE_BUCKET)) {
            data("reduce_scatter", 2 * bucket, stage + ".reduce_scatter_fn");
            bucket = 0;
        }
        bucket += parameter.count();
    }

    private void compute(ZeroModel.Parameter parameter) {
        boolean passes = stage.equals("forward") || stage.equals("backward");
        if (!computes() || !passes || !parameter.isMatrix()) {
            return;
        }
        add(ZeroItems.product(training(), stage + ".computation", parameter));
        if (stage.equals("backward")) {
            String where = training().compat() ? "" : "backward.computation";
            add(ZeroItems.weightGrad(training(), where, parameter));
        }
    }
}
