// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.Traffic;

/** Small steps for tests, and sums over their traces. */
final class Steps {
    static final int LAYERS = 4;
    static final int HIDDEN = 64;
    static final int SEQUENCE = 32;
    static final int BATCH = 2;
    /** Bytes of the activations between two layers. */
    static final long ACTIVATIONS = 2L * BATCH * SEQUENCE * HIDDEN;

    private Steps() {}

    /** A small GPT of 4 layers on one rank with 4 micro batches, changed. */
    static LlmStep gpt(Consumer<LlmSettings> change) {
        LlmSettings settings = new LlmSettings(null)
                .layers(LAYERS)
                .hidden(HIDDEN)
                .heads(4)
                .sequence(SEQUENCE)
                .microBatch(BATCH)
                .globalBatch(4 * BATCH)
                .set(LlmOption.VOCABULARY, 512)
                .set(LlmOption.POSITIONS, SEQUENCE);
        change.accept(settings);
        return LlmStep.of(LlmTraining.of(settings), Optional.empty());
    }

    /** The row of a kind of group and collective of a stage; fails when there is none. */
    static Traffic traffic(LlmStep step, int stage, Group group, CollectiveType type) {
        return find(step, stage, group, type).orElseThrow();
    }

    static Optional<Traffic> find(LlmStep step, int stage, Group group, CollectiveType type) {
        List<Traffic> rows = step.traffic();
        return rows.stream()
                .filter(row -> row.stage() == stage
                        && row.group().equals(Optional.ofNullable(group))
                        && row.type().equals(Optional.ofNullable(type)))
                .findFirst();
    }

    /** Floating-point operations of the computation of a rank, the optimizer left out. */
    static double operations(EtGraph graph) {
        double sum = 0;
        for (int node = 0; node < graph.size(); node++) {
            sum += graph.name(node).equals("optimizer") ? 0 : graph.integer(node, EtNames.NUM_OPS, 0);
        }
        return sum;
    }

    /** Bytes that the computation of a rank touches, the optimizer left out. */
    static long bytes(EtGraph graph) {
        long sum = 0;
        for (int node = 0; node < graph.size(); node++) {
            boolean computes =
                    graph.type(node) == EtNodeType.COMP && !graph.name(node).equals("optimizer");
            sum += computes ? graph.integer(node, EtNames.TENSOR_SIZE, 0) : 0;
        }
        return sum;
    }

    /** Time of the computation of a rank, ns. */
    static long computeNanos(EtGraph graph) {
        long sum = 0;
        for (int node = 0; node < graph.size(); node++) {
            sum += graph.type(node) == EtNodeType.COMP ? graph.durationNanos(node) : 0;
        }
        return sum;
    }
}
