// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.compat.simai.text.InferenceSpec;
import org.etude.spec.LlmException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** AICB's options of an inference workload. */
public final class InferenceOptions implements CheckedOptions {
    @Parameters(index = "0", paramLabel = "MODEL", description = "DeepSeek-671B, Qwen3-Moe-235B or Qwen3-Next-80B.")
    private String model;

    @Parameters(index = "1", paramLabel = "CONFIG", description = "The model's configuration, JSON.")
    private Path config;

    @Option(names = "--phase", paramLabel = "X", defaultValue = "decode", description = "decode or prefill.")
    private String phase;

    @Option(names = "--seq_length", paramLabel = "N", defaultValue = "1", description = "Tokens of a prompt.")
    private long sequence;

    @Option(names = "--micro_batch", paramLabel = "N", defaultValue = "1", description = "Sequences.")
    private long batch;

    @Option(names = "--world_size", paramLabel = "N", defaultValue = "1", description = "Number of GPUs.")
    private int world;

    @Option(
            names = "--tensor_model_parallel_size",
            paramLabel = "N",
            defaultValue = "1",
            description = "Tensor parallelism.")
    private int tp;

    @Option(
            names = "--expert_model_parallel_size",
            paramLabel = "N",
            defaultValue = "1",
            description = "Expert parallelism.")
    private int ep;

    @Option(
            names = "--pipeline_model_parallel",
            paramLabel = "N",
            defaultValue = "1",
            description = "Pipeline stages; all layers are written whatever they are.")
    private int pp;

    @Option(names = "--comp_filepath", paramLabel = "FILE", description = "AIOB's file of measured compute times.")
    private Path times;

    @Option(
            names = "--aiob_enable",
            description = "Accepted: compute times are measured where --comp_filepath is given.")
    private boolean aiob;

    @Option(names = "--aiob_forward_loops", paramLabel = "N", defaultValue = "1", description = "Not used.")
    private int loops;

    @Option(names = "--moe_enable", description = "Accepted: all these models are mixtures of experts.")
    private boolean moe;

    @Option(names = "--result_dir", paramLabel = "DIR", defaultValue = ".", description = "Where to write.")
    private Path directory;

    @Override
    public void check(GivenOptions given) {
        given.accept(this::decodes);
        given.accept(() -> InferenceSpec.check(model));
    }

    private boolean decodes() {
        if (!phase.equals("decode") && !phase.equals("prefill")) {
            throw new LlmException("--phase is '" + phase + "'", "Give decode or prefill.");
        }
        return phase.equals("decode");
    }

    /** The pass to write, with its model's configuration read from a file. */
    public InferenceSpec spec(Path configuration) {
        boolean decode = decodes();
        return InferenceSpec.read(
                model, configuration, new InferenceSpec.Run(decode, world, tp, ep, pp, batch, sequence));
    }

    /** The model's configuration. */
    public Path config() {
        return config;
    }

    /** The file of measured times, or null. */
    public Path times() {
        return times;
    }

    /** The output directory. */
    public Path directory() {
        return directory;
    }
}
