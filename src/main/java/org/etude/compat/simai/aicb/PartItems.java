// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/** The communication and computation of a model's parts in their two passes. */
final class PartItems {
    private static final String ROW = "MegatronRowLinear";
    private static final String COLUMN = "MegatronColumnLinear";
    private static final double FP8_FACTOR = (1 + 4 / 128.0) / 2;

    private final LlmTraining training;
    private final boolean computes;
    private final Consumer<AicbItem> out;
    private final boolean spread;
    private final boolean sequence;
    private final long tokens;
    private final long batch;

    PartItems(LlmTraining training, boolean computes, Consumer<AicbItem> out) {
        this.training = training;
        this.computes = computes;
        this.out = out;
        spread = training.tp() > 1;
        sequence = training.sequenceParallel();
        tokens = training.number(LlmOption.SEQUENCE);
        batch = training.number(LlmOption.MICRO_BATCH);
    }

    void forward(Part part) {
        if (part instanceof Part.Row row) {
            product(
                    "forward." + ROW + "." + row.name(),
                    activation(tokens, row.partition()),
                    row.partition(),
                    row.out());
            tensor(sequence ? "reduce_scatter" : "all_reduce", row.out(), "forward." + ROW);
        } else if (part instanceof Part.Column column) {
            if (sequence) {
                tensor("all_gather", column.in(), "forward." + COLUMN);
            }
            product(
                    "forward." + COLUMN + "." + column.name(),
                    activation(gathered(), column.in()),
                    column.in(),
                    column.partition());
        } else if (part instanceof Part.Whole whole) {
            product("forward.Linear." + whole.name(), activation(tokens, whole.in()), whole.in(), whole.out());
        } else if (part instanceof Part.Embedding table) {
            tensor("all_reduce", table.hidden(), "forward.MegatronEmbedding");
        } else if (part instanceof Part.Experts experts) {
            exchange(experts, "forward");
            experts.parts().forEach(this::forward);
        } else {
            part.parts().forEach(this::forward);
        }
    }

    void backward(Part part) {
        if (part instanceof Part.Row row) {
            rowBackward(row);
        } else if (part instanceof Part.Column column) {
            columnBackward(column);
        } else if (part instanceof Part.Whole whole) {
            String stage = "backward.Linear." + whole.name();
            product(stage, new long[] {whole.out(), tokens * batch}, tokens * batch, whole.in());
        } else if (part instanceof Part.Embedding table) {
            tensor("all_reduce", table.hidden(), "backward.MegatronEmbedding");
        } else if (part instanceof Part.Experts experts) {
            experts.parts().forEach(this::backward);
            if (!training.compat()) {
                exchange(experts, "backward");
            }
        } else {
            blockBackward(part);
        }
    }

    /** AICB visits the parts of a block in the order of the forward pass. */
    private void blockBackward(Part part) {
        List<Part> parts = new ArrayList<>(part.parts());
        if (!training.compat()) {
            Collections.reverse(parts);
        }
        parts.forEach(this::backward);
    }

    private void rowBackward(Part.Row row) {
        // AICB writes no dot here.
        String stage = "backward." + ROW + (training.compat() ? "" : ".") + row.name();
        if (sequence) {
            tensor("all_gather", row.out(), "backward." + ROW);
        }
        product(stage, activation(tokens, row.out()), row.out(), row.partition());
        product(stage, new long[] {row.out(), tokens * batch}, tokens * batch, row.partition());
    }

    private void columnBackward(Part.Column column) {
        String stage = "backward." + COLUMN;
        String product = stage + "." + column.name();
        if (sequence) {
            tensor("all_gather", column.in(), stage);
        }
        product(product, activation(gathered(), column.partition()), column.partition(), column.in());
        if (sequence) {
            tensor("reduce_scatter", column.in(), stage);
        }
        product(product, new long[] {column.partition(), gathered() * batch}, gathered() * batch, column.in());
        if (!sequence) {
            tensor("all_reduce", column.in(), stage);
        }
    }

    /** Tokens go to their experts and back (in the backward pass in reverse, with the same sizes). */
    private void exchange(Part.Experts experts, String pass) {
        boolean exchanged = training.ep() > 1;
        long routed = tokens * experts.hidden() * batch * training.number(LlmOption.TOP_K);
        long own = routed / training.tp() * 2;
        boolean forward = pass.equals("forward");
        if (!experts.fp8Dispatch() && forward && (spread || exchanged)) {
            long counts = 2L * training.ep() * training.number(LlmOption.EXPERTS) * training.tp();
            out.accept(group("all_gather", "ep_group", counts, pass + ".MoE.preprocess"));
        }
        if (exchanged) {
            AicbItem dispatch = group("all_to_all", "ep_group", own, pass + ".MoE.dispatch");
            out.accept(experts.fp8Dispatch() && forward ? dispatch.sized(python(own * FP8_FACTOR)) : dispatch);
        }
        if (spread) {
            out.accept(group("all_gather", "tp_group", 2 * routed, pass + ".MoE.permutation"));
            out.accept(group("reduce_scatter", "tp_group", 2 * routed, pass + ".MoE.unpermutation"));
        }
        if (exchanged) {
            out.accept(group("all_to_all", "ep_group", own, pass + ".MoE.combine"));
        }
    }

    private AicbItem group(String type, String group, long bytes, String stage) {
        Integer ranks = training.compat() ? null : group.equals("ep_group") ? training.ep() : training.tp();
        return AicbItem.collective(type, group, ranks, bytes, stage);
    }

    private static String python(double bytes) {
        return bytes == Math.rint(bytes) ? (long) bytes + ".0" : new BigDecimal(Double.toString(bytes)).toPlainString();
    }

    /** The number of tokens after the gathering of a column layer. */
    private long gathered() {
        return spread && sequence ? tokens * training.tp() : tokens;
    }

    private long[] activation(long rows, long width) {
        return new long[] {rows, batch, width};
    }

    private void product(String stage, long[] left, long inner, long width) {
        if (computes) {
            out.accept(AicbItem.product(stage, left, new long[] {inner, width}));
        }
    }

    private void tensor(String type, long width, String stage) {
        if (spread) {
            out.accept(AicbItem.collective(type, "tp_group", training.tp(), 2 * tokens * batch * width, stage));
        }
    }
}
