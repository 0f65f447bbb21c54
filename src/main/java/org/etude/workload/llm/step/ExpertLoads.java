// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Tokens of each expert rank relative to the mean. Every rank routes with the same fractions, so a rank whose experts
 * get w times the mean receives w times the mean from each other rank.
 *
 * @param ofRanks one number per rank, with a mean of 1; empty when all are alike
 */
record ExpertLoads(List<Double> ofRanks) {
    private static final String ZIPF = "zipf:";

    /** Even loads. */
    static final ExpertLoads EVEN = new ExpertLoads(List.of());

    /** Copies. */
    ExpertLoads {
        ofRanks = List.copyOf(ofRanks);
    }

    /**
     * The loads of a training: even, a file of {@code expert,tokens} with a header, or {@code zipf:s}, with which
     * expert i gets tokens in proportion to 1 / (i + 1)^s.
     *
     * @throws LlmException when the text is neither, or the file does not hold each expert once
     */
    static ExpertLoads of(LlmTraining training) {
        String text = training.text(LlmOption.EXPERT_LOADS);
        if (text == null || !training.flag(LlmOption.MOE) || training.ep() == 1) {
            return EVEN;
        }
        if (training.expertLoad() > 1 || training.number(LlmOption.ROUTER_GROUPS) > 1) {
            throw new LlmException(
                    "--moe_expert_loads with --moe_load_factor or --moe_router_num_groups",
                    "Give one of them: the loads say how full each rank is.");
        }
        int experts = (int) training.number(LlmOption.EXPERTS);
        double[] tokens = text.startsWith(ZIPF) ? zipf(text, experts) : read(Path.of(text), experts);
        double sum = Arrays.stream(tokens).sum();
        if (!(sum > 0)) {
            throw new LlmException("no expert of " + text + " has tokens", "Give at least one a number above 0.");
        }
        Double[] ranks = new Double[training.ep()];
        Arrays.fill(ranks, 0.0);
        int each = experts / training.ep();
        for (int expert = 0; expert < experts; expert++) {
            ranks[expert / each] += tokens[expert] / sum * training.ep();
        }
        return new ExpertLoads(List.of(ranks));
    }

    private static double[] zipf(String text, int experts) {
        String exponent = text.substring(ZIPF.length());
        if (!exponent.matches("[0-9]{1,3}([.][0-9]{1,9})?")) {
            throw new LlmException("--moe_expert_loads is '" + text + "'", "Give zipf: and a number of 0 or more.");
        }
        double power = Double.parseDouble(exponent);
        double[] tokens = new double[experts];
        Arrays.setAll(tokens, i -> Math.pow(i + 1, -power));
        return tokens;
    }

    private static double[] read(Path file, int experts) {
        double[] tokens = new double[experts];
        Arrays.fill(tokens, -1);
        List<String> lines;
        try {
            lines = InputText.utf8(file).lines().toList();
        } catch (IOException e) {
            throw new LlmException(
                    "the file of --moe_expert_loads, " + file + ", cannot be read: " + IoReason.of(e),
                    "Give a CSV file with the header expert,tokens, or zipf:EXPONENT.");
        }
        for (int i = 0; i < lines.size(); i++) {
            boolean header = i == 0 && lines.get(i).strip().equals("expert,tokens");
            if (!header && !lines.get(i).isBlank()) {
                line(file, i + 1, lines.get(i).strip(), tokens);
            }
        }
        for (int expert = 0; expert < experts; expert++) {
            if (tokens[expert] < 0) {
                throw new LlmException(
                        file + " has no line for expert " + expert + " of " + experts,
                        "Give one line per expert, counted from 0.");
            }
        }
        return tokens;
    }

    private static void line(Path file, int number, String line, double[] tokens) {
        boolean sound = line.matches("[0-9]{1,9},[0-9]{1,15}([.][0-9]{1,9})?");
        int expert = sound ? Integer.parseInt(line.substring(0, line.indexOf(','))) : -1;
        if (expert < 0 || expert >= tokens.length || tokens[expert] >= 0) {
            throw new LlmException(
                    file + ", line " + number + ": '" + line + "' does not give the tokens of one of " + tokens.length
                            + " experts, or gives them again",
                    "Write lines such as 12,4096, experts counted from 0, each once.");
        }
        tokens[expert] = Double.parseDouble(line.substring(line.indexOf(',') + 1));
    }

    boolean isEven() {
        return ofRanks.isEmpty();
    }

    /** The load of a rank of an expert group; of the fullest, for which all others wait, when the rank is below 0. */
    double of(int rank) {
        if (isEven()) {
            return 1;
        }
        return rank < 0
                ? ofRanks.stream().mapToDouble(Double::doubleValue).max().orElse(1)
                : ofRanks.get(rank);
    }

    /** Bytes of a buffer of which each rank would get the same share that go to a rank. */
    long to(int rank, long buffer) {
        return Math.max(1, Math.round(buffer * ofRanks.get(rank) / ofRanks.size()));
    }
}
