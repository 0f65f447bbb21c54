// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.etude.compat.chakra.text.TextConverter;
import org.etude.compat.chakra.text.TextWorkload;
import org.etude.compat.simai.step.SimAiStep;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.report.Given;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmSettings;
import org.etude.spec.PipelineSchedule;
import org.etude.spec.TransformerSpec;
import org.etude.table.work.ModelsTable;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.scale.Regimes;
import tech.tablesaw.api.Table;

/** Workloads of known communication, for comparing topologies without a recording. */
public final class Workloads {
    private Workloads() {}

    /** Gradient all-reduces in PyTorch's buckets (1 MiB, then 25 MiB), overlapping with computation. */
    public static Workload hiddenAllReduce(int ranks, Time compute, Bytes gradients) {
        return Workload.of(Regimes.overlapping(
                ranks,
                Given.value(compute, "the time of computation"),
                CollectiveType.ALL_REDUCE,
                Regimes.pytorchBuckets(Given.value(gradients, "the size of the gradients"))));
    }

    /** All-reduces of equal buckets and nothing else. */
    public static Workload allReduces(int ranks, Bytes total, int buckets) {
        return Workload.of(Regimes.only(
                ranks, CollectiveType.ALL_REDUCE, Regimes.equal(Given.value(total, "the total size"), buckets)));
    }

    /** A transformer under tensor and data parallelism. */
    public static Workload transformer(TransformerSpec model) {
        return Workload.of(Regimes.transformer(Given.value(model, "the model")));
    }

    /** All-to-alls of one size, {@code count} of them, overlapping with computation. */
    public static Workload allToAlls(int ranks, Time compute, Bytes each, int count) {
        return Workload.of(Regimes.overlapping(
                ranks,
                Given.value(compute, "the time of computation"),
                CollectiveType.ALL_TO_ALL,
                Regimes.equal(
                        new Bytes(Math.multiplyExact(
                                Given.value(each, "the size of an all-to-all").value(),
                                (long) Given.atLeast(1, count, "the number of all-to-alls"))),
                        count)));
    }

    /** Collectives of one type with these sizes, and nothing else. */
    public static Workload collectives(int ranks, CollectiveType type, List<Bytes> sizes) {
        return Workload.of(Regimes.only(
                ranks,
                Given.value(type, CollectiveType.class, "the collective"),
                Given.values(sizes, "the sizes").stream().map(Bytes::value).toList()));
    }

    /**
     * A training step of a known language model on a cluster: {@code Workloads.llm("llama_70B", p ->
     * p.world(1024).tp(8).pp(8).globalBatch(512).gpu("H100")).toEt().simulate(topology)}.
     *
     * @throws org.etude.report.EtudeException when the model is unknown or sizes are inconsistent
     */
    public static LlmWorkload llm(String model, Consumer<LlmSettings> options) {
        return llm(NamedModels.settings(Given.value(model, "the model")), options);
    }

    private static LlmWorkload llm(LlmSettings settings, Consumer<LlmSettings> options) {
        Given.change(options, settings);
        return LlmWorkload.of(settings);
    }

    /**
     * The models known by name, one row per model: name, layers, hidden_size, ffn_hidden_size, expert_ffn_hidden_size,
     * heads, kv_heads, vocab_size, experts, experts_per_token. Published names work too: "meta-llama/Llama-3.1-8B".
     */
    public static Table models() {
        return ModelsTable.of(NamedModels.names());
    }

    /** A training step of a language model described by its sizes alone. */
    public static LlmWorkload llm(Consumer<LlmSettings> options) {
        return llm(NamedModels.settings(null), options);
    }

    /**
     * Converts a text workload of ASTRA-sim 1.0 to execution traces, as Chakra's converter does.
     *
     * @param file the text: parallelism, number of layers, one row per layer (times in microseconds, sizes in bytes)
     * @param ranks number of ranks
     * @param passes number of consecutive training steps
     * @throws org.etude.report.EtudeException when it cannot be read or has another format
     */
    public static Workload text(String file, int ranks, int passes) {
        return text(Given.path(file), ranks, passes);
    }

    /** {@link #text(String, int, int)}. */
    public static Workload text(Path file, int ranks, int passes) {
        TextWorkload text = TextWorkload.read(Given.value(file, "the file"));
        return Workload.of(TextConverter.convert(text, name(file), ranks, passes, Progress.ambient()));
    }

    private static String name(Path text) {
        return text.getFileName().toString().replaceFirst("[.]txt$", "");
    }

    /**
     * {@link #simai(String, String)} with the 1F1B schedule, alternating one forward and one backward pass.
     */
    public static Workload simai(String file) {
        return simai(Given.path(file));
    }

    /** {@link #simai(String)}. */
    public static Workload simai(Path file) {
        return simai(file, "1f1b");
    }

    /**
     * Converts any SimAI text workload to execution traces, with groups and micro batches from its header and real
     * messages between stages.
     *
     * @param file the text
     * @param schedule the order of micro batches when there are pipeline stages: gpipe, 1f1b, interleaved, zb-h1, dualpipe or dualpipev
     * @throws org.etude.report.EtudeException when it cannot be read or is not a training step
     */
    public static Workload simai(String file, String schedule) {
        return simai(Given.path(file), schedule);
    }

    /** {@link #simai(String, String)}. */
    public static Workload simai(Path file, String schedule) {
        Given.value(file, "the file");
        PipelineSchedule order = PipelineSchedule.named(Given.value(schedule, "the schedule"));
        SimAiWorkload text = SimAiWorkload.read(file);
        return Workload.of(SimAiStep.of(name(file), text, order).write(Progress.ambient()));
    }
}
