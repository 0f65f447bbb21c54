// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.text;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;

/**
 * Generates the nodes of one rank, pass by pass. Keeps the layers' nodes of the last pass, because the next pass waits
 * for them.
 */
final class TextSchedule {
    private static final long NONE = -1;

    private final TextWorkload workload;
    private final List<TextLayer> layers;
    private final int count;
    private final EtGraphBuilder builder;
    private long nextId;

    private final long[] forwardComp;
    private final long[] forwardComm;
    private final long[] inputComp;
    private final long[] inputComm;
    private final long[] weightComp;
    private final long[] weightComm;

    TextSchedule(TextWorkload workload, long firstId) {
        this.workload = workload;
        this.layers = workload.layers();
        this.count = layers.size();
        this.nextId = firstId;
        this.builder = new EtGraphBuilder(
                "",
                List.of(
                        EtAttribute.string("schema", "1.0.2-chakra.1.0.0"),
                        EtAttribute.string("input_file", workload.text())));
        forwardComp = none();
        forwardComm = none();
        inputComp = none();
        inputComm = none();
        weightComp = none();
        weightComm = none();
    }

    long nextId() {
        return nextId;
    }

    EtGraph build() {
        return builder.build();
    }

    void pass() {
        switch (workload.parallelism()) {
            case MICRO -> micro();
            case DATA -> dataParallel();
            case MODEL -> modelParallel();
            case HYBRID_DATA_MODEL -> hybrid("_IG_COMM_");
            case HYBRID_MODEL_DATA -> hybrid("");
            case HYBRID_DLRM, HYBRID_DLRM_ENHANCED -> dlrm();
            default -> throw new IllegalStateException(workload.parallelism().name());
        }
    }

    private void micro() {
        for (TextLayer layer : layers) {
            comm(layer.name(), layer.weightGradient());
        }
    }

    private void dataParallel() {
        for (int i = 0; i < count; i++) {
            forwardComp[i] = comp(i, "FWD", layers.get(i).forward(), i > 0 ? forwardComp[i - 1] : NONE, weightComm[i]);
        }
        for (int i = count - 1; i >= 0; i--) {
            TextLayer layer = layers.get(i);
            weightComp[i] =
                    comp(i, "BWD_WG", layer.weightGradient(), i == count - 1 ? forwardComp[i] : inputComp[i + 1]);
            weightComm[i] = comm(layer.name(), layer.weightGradient(), weightComp[i]);
            if (i > 0) {
                inputComp[i] = comp(i, "BWD_IG", layer.inputGradient(), weightComp[i]);
            }
        }
    }

    private void modelParallel() {
        for (int i = 0; i < count; i++) {
            long comp = comp(i, "FWD", layers.get(i).forward(), i > 0 ? forwardComm[i - 1] : NONE, weightComp[i]);
            forwardComm[i] = comm(layers.get(i).name(), layers.get(i).forward(), comp);
        }
        for (int i = count - 1; i >= 0; i--) {
            inputGradient(i, "");
            weightComp[i] = comp(i, "BWD_WG", layers.get(i).weightGradient(), inputComp[i]);
        }
    }

    private void hybrid(String inputCommSuffix) {
        for (int i = 0; i < count; i++) {
            long comp = comp(i, "FWD", layers.get(i).forward(), weightComm[i], i > 0 ? forwardComm[i - 1] : NONE);
            forwardComm[i] = comm(layers.get(i).name(), layers.get(i).forward(), comp);
        }
        for (int i = count - 1; i >= 0; i--) {
            inputGradient(i, inputCommSuffix);
            TextLayer layer = layers.get(i);
            weightComp[i] = comp(i, "BWD_WG", layer.weightGradient(), inputComp[i]);
            weightComm[i] = comm(layer.name(), layer.weightGradient(), weightComp[i]);
        }
    }

    /** The input gradient of layer {@code i} and its collective; the first layer has none. */
    private void inputGradient(int i, String commSuffix) {
        TextLayer layer = layers.get(i);
        if (i == count - 1) {
            inputComp[i] = comp(i, "BWD_IG", layer.inputGradient(), forwardComm[i]);
        } else {
            requireNode(inputComm[i + 1], i + 1);
            inputComp[i] = comp(i, "BWD_IG", layer.inputGradient(), weightComp[i + 1], inputComm[i + 1]);
        }
        // Uses the layer number stated in line 2, as the original does.
        if (count - 1 - i != workload.statedLayers() - 1) {
            inputComm[i] = comm(layer.name() + commSuffix, layer.inputGradient(), inputComp[i]);
        }
    }

    private void dlrm() {
        for (int i = 0; i < count; i++) {
            TextLayer layer = layers.get(i);
            long lastPass = weightComm[i] != NONE ? weightComm[i] : weightComp[i];
            long embedding = NONE;
            if (i == workload.lastBottomLayer()) {
                embedding = forwardComm[0];
                requireNode(embedding, 0);
            }
            forwardComp[i] = comp(i, "FWD", layer.forward(), lastPass, i > 0 ? forwardComp[i - 1] : NONE, embedding);
            if (layer.forward().commType().equals("ALLTOALL")) {
                forwardComm[i] = comm(layer.name(), layer.forward(), forwardComp[i]);
            }
        }
        for (int i = count - 1; i >= 0; i--) {
            dlrmBackward(i);
        }
    }

    private void dlrmBackward(int i) {
        TextLayer layer = layers.get(i);
        weightComp[i] = i == count - 1
                ? comp(i, "BWD_WG", layer.weightGradient(), forwardComp[i])
                : comp(i, "BWD_WG", layer.weightGradient(), inputComp[i + 1], inputComm[i]);
        if (!layer.weightGradient().commType().equals("NONE")) {
            weightComm[i] = comm(layer.name(), layer.weightGradient(), weightComp[i]);
        }
        if (i > 0) {
            inputComp[i] = comp(i, "BWD_IG", layer.inputGradient(), weightComp[i]);
        }
        if (i == workload.lastBottomLayer() + 1) {
            if (i == 0) {
                throw contradiction("the last bottom layer is " + workload.lastBottomLayer());
            }
            TextLayer embedding = layers.get(0);
            inputComm[0] = comm(embedding.name(), embedding.inputGradient(), inputComp[i]);
        }
    }

    private void requireNode(long node, int layer) {
        if (node == NONE) {
            throw contradiction("layer " + layers.get(layer).name() + " has no collective to wait for");
        }
    }

    private EtException contradiction(String what) {
        return new EtException(
                workload.file() + ": " + what + ".",
                "Make line 2 the true number of layers; for HYBRID_DLRM layer 0 needs an ALLTOALL and line 1 its last bottom layer.");
    }

    private long comp(int layer, String phase, TextLayer.Phase work, long... deps) {
        EtNode node = EtNode.of(nextId++, "COMP_NODE_" + layers.get(layer).name() + "_" + phase, EtNodeType.COMP)
                .withDurationMicros(work.micros());
        builder.add(node.withDataDeps(present(deps)));
        return node.id();
    }

    private long comm(String name, TextLayer.Phase phase, long... deps) {
        CollectiveType type = commType(phase.commType());
        EtNode node = EtNode.of(
                nextId++,
                "COMM_COLL_NODE_" + name + "_" + phase.commType(),
                EtNodeType.COMM_COLL,
                EtAttribute.int64(EtNames.COMM_TYPE, type == null ? 0 : type.number()),
                EtAttribute.int64(EtNames.COMM_SIZE, phase.commBytes()));
        builder.add(node.withDataDeps(present(deps)));
        return node.id();
    }

    /** The collective with a name in the language, or null for NONE and unknown names. */
    static CollectiveType commType(String name) {
        return switch (name) {
            case "ALLREDUCE" -> CollectiveType.ALL_REDUCE;
            case "ALLTOALL" -> CollectiveType.ALL_TO_ALL;
            case "ALLGATHER" -> CollectiveType.ALL_GATHER;
            case "REDUCESCATTER" -> CollectiveType.REDUCE_SCATTER;
            default -> null;
        };
    }

    private static long[] present(long... deps) {
        return LongStream.of(deps).filter(d -> d != NONE).toArray();
    }

    private long[] none() {
        long[] ids = new long[count];
        Arrays.fill(ids, NONE);
        return ids;
    }
}
