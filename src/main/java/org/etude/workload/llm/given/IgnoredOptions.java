// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.given;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.NamedModels;

/**
 * Finds options that a job does not look at: those of experts on a dense model, of a framework that is not chosen, of
 * something that is off. Each option has rules, of which the first that does not hold is the reason. A test gives every
 * option to jobs of several kinds and compares what is generated with and without it.
 */
public final class IgnoredOptions {
    /** Read so that AICB's commands are understood; they only matter to its own texts and tables. */
    private static final Set<LlmOption> OF_OTHER_OUTPUTS = Set.of(
            LlmOption.PIPELINE_RANK,
            LlmOption.COMPUTATION,
            LlmOption.ENABLE_VISUAL,
            LlmOption.WORKLOAD_ONLY,
            LlmOption.GATED,
            LlmOption.BIAS_GELU,
            LlmOption.OPENAI_GELU,
            LlmOption.ONNX_SAFE,
            LlmOption.SQUARED_RELU,
            LlmOption.AMP,
            LlmOption.GATHER_BUCKET,
            LlmOption.CONTIGUOUS,
            LlmOption.PARAM_PERSISTENCE,
            LlmOption.MODEL_PERSISTENCE,
            LlmOption.MAX_LIVE,
            LlmOption.PREFETCH,
            LlmOption.BEGIN_SIZE,
            LlmOption.END_SIZE,
            LlmOption.TEST_COMM,
            LlmOption.ITERATIONS,
            LlmOption.MULTI_ALL_REDUCE,
            LlmOption.OVERLAP_VERSION,
            LlmOption.GROUPED_GEMM,
            LlmOption.ACTIVATION);

    private static final List<Rule> RULES = new JobRules().all();
    private static final List<WordRule> WORDS = JobRules.words();

    private IgnoredOptions() {}

    /** What is made of a job. */
    public enum Purpose {
        /** Execution traces: the network is that of a later simulation. */
        TRACES,
        /** The time of one step: nothing is written. */
        ESTIMATE
    }

    /** A job of which something is made. */
    record Job(LlmTraining training, Purpose purpose) {
        boolean estimate() {
            return purpose == Purpose.ESTIMATE;
        }
    }

    /** When some options matter, and how the sentence ends where they do not. */
    record Rule(Set<LlmOption> options, Predicate<Job> matters, String otherwise) {}

    /** When a word of an option matters, and how the sentence ends where it does not. */
    record WordRule(LlmOption option, Set<String> words, Predicate<LlmTraining> matters, String otherwise) {}

    /**
     * The options of a job that change nothing, in their order. An option with its default, or with the size that the
     * named model has, is not mentioned.
     *
     * @param training the job
     * @param given the options that the user gave
     */
    public static List<IgnoredOption> of(LlmTraining training, Map<LlmOption, String> given, Purpose purpose) {
        Map<LlmOption, String> sizes =
                NamedModels.named(training.text(LlmOption.MODEL_NAME)).orElse(Map.of());
        Job job = new Job(training, purpose);
        List<IgnoredOption> ignored = new ArrayList<>();
        for (LlmOption option : LlmOption.values()) {
            String value = given.get(option);
            if (value == null || value.equals(option.base()) || value.equals(sizes.get(option))) {
                continue;
            }
            Optional<String> reason = reason(option, job);
            if (reason.isPresent()) {
                ignored.add(new IgnoredOption(option, "", reason.get()));
            } else {
                ignored.addAll(words(option, value, training));
            }
        }
        return ignored;
    }

    private static Optional<String> reason(LlmOption option, Job job) {
        if (OF_OTHER_OUTPUTS.contains(option)) {
            return Optional.of("but on AICB's own texts and tables");
        }
        return RULES.stream()
                .filter(rule ->
                        rule.options().contains(option) && !rule.matters().test(job))
                .map(Rule::otherwise)
                .findFirst();
    }

    /** The words of a list that change nothing; {@code experts=fp8} is the word experts. */
    private static List<IgnoredOption> words(LlmOption option, String value, LlmTraining training) {
        List<IgnoredOption> ignored = new ArrayList<>();
        List<String> words = Arrays.asList(value.strip().split("[,\\s]+"));
        for (WordRule rule : WORDS) {
            words.stream()
                    .filter(word -> rule.option() == option
                            && rule.words().contains(word.split("=", 2)[0])
                            && !rule.matters().test(training))
                    .forEach(word -> ignored.add(new IgnoredOption(option, word, rule.otherwise())));
        }
        return ignored;
    }
}
