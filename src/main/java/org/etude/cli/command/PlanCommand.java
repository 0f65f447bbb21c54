// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.etude.Plans;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.ShardMixin;
import org.etude.compat.simai.command.LlmOptions;
import org.etude.spec.LlmOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** The fastest split of a model over GPUs. */
@Command(
        name = "plan",
        description = {
            "Search the splits of a model over GPUs for the fastest steps that fit their memory.",
            "Options of the model are those of 'etude workload et'; those of the split, if given, are not searched."
        },
        footer = {
            "",
            "Example: etude plan --model llama_70B --gpus 1024 --gpu H100 --global_batch 1024 --seq_length 4096"
        })
public final class PlanCommand extends org.etude.cli.base.Command implements CheckedOptions {
    private static final double BELOW_ONE = 1 - 0x1p-53;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "The model, as --model_name: llama_70B, DeepSeek-V3, ...; 'etude workload models' lists them.")
    private String model;

    @Allowed(from = 1)
    @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs, as --world_size.")
    private Integer gpus;

    @Option(names = "--gpu", paramLabel = "TYPE", description = "Type of GPU, as --gpu_type.")
    private String gpu;

    @Option(
            names = "--network",
            paramLabel = "NAME",
            description = "The nodes and NICs of a network of configs/networks, such as dgx-h100 or gb200-nvl72: its"
                    + " --domain, --link and --nic, unless these are given. Default: those of the type of GPU.")
    private String network;

    @Allowed(from = 0, to = BELOW_ONE, give = "a fraction from 0 to below 1")
    @Option(
            names = "--reserve",
            paramLabel = "F",
            description = "Share of the GPU's memory to leave free. Default: ${DEFAULT-VALUE}.")
    private double reserve = Plans.RESERVE;

    @Allowed(from = 1)
    @Option(names = "--best", paramLabel = "N", description = "Plans to show. Default: ${DEFAULT-VALUE}.")
    private int best = 10;

    @Option(names = "--out", paramLabel = "DIR", description = "Also write the tables, and all candidates, here.")
    private Path out;

    @Option(names = "--figure", paramLabel = "FILE", description = "Step against memory as .svg, .pdf, .png or .html.")
    private Path figure;

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public void addTo(CommandLine line) {
        LlmOptions.addTo(line);
    }

    @Mixin
    private ShardMixin shard = new ShardMixin();

    @Override
    public Integer call() {
        return shard.instead(this, out, part -> part.plan(options(), reserve, best))
                .orElseGet(this::whole);
    }

    private int whole() {
        Map<LlmOption, String> options = options();
        Plans plans = Plans.search(options, reserve, best);
        List<Table> tables = List.of(plans.table(), plans.front());
        if (out != null) {
            output.save(out, List.of(tables.get(0), tables.get(1), plans.candidates()));
        }
        if (figure != null) {
            plans.figure().save(figure.toString());
        }
        quiet();
        output.print(console(), tables);
        output.note(console(), plans.summary());
        if (network != null) {
            output.note(console(), "nodes, links and NICs that are not given are those of " + network);
        }
        if (!options.containsKey(LlmOption.GLOBAL_BATCH)) {
            console()
                    .err()
                    .println("etude: --global_batch is not given: AICB's default of " + LlmOption.GLOBAL_BATCH.base()
                            + " sequences is used. Other batches have other plans; give the job's own.");
        }
        return ExitCode.OK;
    }

    private Map<LlmOption, String> options() {
        Map<LlmOption, String> options = LlmOptions.given(spec.commandLine().getParseResult());
        put(options, LlmOption.MODEL_NAME, model);
        put(options, LlmOption.WORLD_SIZE, gpus);
        if (!options.containsKey(LlmOption.WORLD_SIZE)) {
            throw new ParameterException(spec.commandLine(), "give the number of GPUs: --gpus N");
        }
        put(options, LlmOption.GPU_TYPE, gpu);
        LlmOptions.checkEach(options, spec.commandLine());
        return network == null ? options : Plans.on(network, options);
    }

    private static void put(Map<LlmOption, String> options, LlmOption option, Object value) {
        if (value != null) {
            options.put(option, value.toString());
        }
    }

    @Override
    public void check(GivenOptions given) {
        refuseBoth(given, "--model", LlmOption.MODEL_NAME);
        refuseBoth(given, "--gpus", LlmOption.WORLD_SIZE);
        refuseBoth(given, "--gpu", LlmOption.GPU_TYPE);
        LlmOptions.checkMeasured(given);
    }

    private static void refuseBoth(GivenOptions given, String ours, LlmOption theirs) {
        if (given.has(ours)) {
            given.refuse("with " + ours + ", which says the same", theirs.option());
        }
    }
}
