// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.Calibration;
import org.etude.Extrapolation;
import org.etude.LinkedTraces;
import org.etude.Machine;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.cli.option.BytesText;
import org.etude.cli.option.LinkOptionsMixin;
import org.etude.cli.option.TraceInput;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.PipelineSchedule;
import org.etude.unit.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** From the traces of one rank, or of data parallelism, to ETs of other degrees of parallelism. */
@Command(
        name = "parallelize",
        footer = {
            "",
            "Example: etude parallelize my-traces --dp 8 --tp 2 --pp 4 --batch 64 --micro-batches 16 --out runs/x64",
            "         etude parallelize my-traces --dp 8 --calibration runs/fit --out runs/x8",
            "         etude parallelize my-traces --tp 4 --gpu A100 --machine machine.csv --out runs/x4",
            "Assumptions: docs/scaling.md. Measured errors: docs/accuracy.md."
        })
public final class ParallelizeCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Mixin
    private TraceInput input = new TraceInput();

    @Allowed(from = 1)
    @Option(names = "--dp", paramLabel = "N", defaultValue = "1", description = "Copies of the model. Default: 1.")
    private int dp;

    @Allowed(from = 1)
    @Option(names = "--tp", paramLabel = "N", defaultValue = "1", description = "Ranks that share a layer. Default: 1.")
    private int tp;

    @Allowed(from = 1)
    @Option(names = "--pp", paramLabel = "N", defaultValue = "1", description = "Stages of layers. Default: 1.")
    private int pp;

    @Allowed(from = 1)
    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Samples per step on each copy of the model. Default: as recorded.")
    private Integer batch;

    @Allowed(from = 1)
    @Option(
            names = "--micro-batches",
            paramLabel = "N",
            description = "Micro batches per step. Default: as many as stages.")
    private Integer microBatches;

    @Option(
            names = "--schedule",
            paramLabel = "NAME",
            description = "Order of micro batches: gpipe, 1f1b (the default), interleaved.")
    private String schedule;

    @Allowed(from = 1)
    @Option(
            names = "--chunks",
            paramLabel = "N",
            description = "Chunks of layers per stage; implies an interleaved schedule.")
    private Integer chunks;

    @Allowed(from = 1)
    @Option(
            names = "--recorded-batch",
            paramLabel = "N",
            description = "Samples of the recorded step. Default: the first size of the first layer's input.")
    private Integer recordedBatch;

    @Allowed(from = 1, give = "1 byte or more")
    @Option(
            names = "--bucket",
            paramLabel = "SIZE",
            converter = BytesText.class,
            description = "Size of all gradient buckets. Default: as recorded, else 25 MiB and a first one of 1 MiB.")
    private Bytes bucket;

    @Option(
            names = "--also",
            paramLabel = "DIR",
            description = "The same model recorded with another batch size, from which the effect of the"
                    + " batch on times is derived.")
    private Path also;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = {
                "What communication costs: the parameters.csv that 'etude calibrate --fit --out DIR' writes, or DIR."
                        + " The step is then simulated too; network.yml and system.json have these costs."
            })
    private Path calibration;

    @Option(
            names = "--gpu",
            paramLabel = "TYPE",
            description = {
                "GPU that the step was recorded on: products follow its model to other shapes, and without"
                        + " --calibration communication that of its nodes."
            })
    private String gpu;

    @Option(names = "--machine", paramLabel = "FILE", description = "Machine file written by 'etude fit'; with --gpu.")
    private Path machine;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write PREFIX.RANK.et, groups.json, extrapolation.csv and findings.csv; ranks.csv,"
                    + " network.yml and system.json too when calibrated.")
    private Path out;

    @Mixin
    private LinkOptionsMixin link = new LinkOptionsMixin();

    @Mixin
    private JobOutput output = new JobOutput();

    @Override
    public void check(GivenOptions given) {
        if (pp == 1) {
            given.refuse("on a single stage; give --pp", "--schedule");
        }
        if (dp == 1) {
            given.refuse("on one copy of the model, whose gradients stay where they are; give --dp", "--bucket");
        }
        if (gpu == null) {
            given.refuse("without --gpu TYPE, whose rates its factors are of", "--machine");
        } else {
            given.accept("--gpu", () -> Machine.requireGpu(gpu));
        }
        if (schedule != null) {
            given.accept("--schedule", () -> PipelineSchedule.named(schedule));
        }
    }

    @Override
    public Integer call() {
        Optional<LinkedTraces> second =
                Optional.ofNullable(also).map(other -> link.link(Traces.load(other.toString()), progress()));
        LinkedTraces linked = link.link(input.load(progress()), progress());
        Extrapolation spread = second.map(other -> linked.parallelize(this::wish, other))
                .orElseGet(() -> linked.parallelize(this::wish));
        Simulation sim = isCosted() ? Results.untilInterrupted(spread::simulate) : null;
        List<Table> tables = sim == null
                ? List.of(spread.findings(), spread.stages(), spread.memory())
                : List.of(spread.findings(), spread.stages(), spread.memory(), sim.ranks());
        if (out != null) {
            save(spread, tables);
        }
        quiet();
        output.print(console(), tables);
        return sim == null || !sim.isInterrupted()
                ? Results.exitCode(spread.toEt().assumptions())
                : Results.exitCode(sim);
    }

    private boolean isCosted() {
        return calibration != null || gpu != null;
    }

    private void save(Extrapolation spread, List<Table> tables) {
        output.save(out, spread.toEt(), progress(), tables);
        if (isCosted()) {
            spread.saveNetwork(out.toString());
        }
    }

    private ParallelizeOptions wish(ParallelizeOptions base) {
        ParallelizeOptions wish = base.dp(dp).tp(tp).pp(pp);
        wish = batch != null ? wish.batch(batch) : wish;
        wish = microBatches != null ? wish.microBatches(microBatches) : wish;
        wish = recordedBatch != null ? wish.recordedBatch(recordedBatch) : wish;
        wish = bucket == null ? wish : wish.bucket(bucket);
        wish = calibration == null ? wish : wish.calibration(Calibration.read(calibration.toString()));
        wish = gpu == null ? wish : machine == null ? wish.machine(gpu) : wish.machine(gpu, machine);
        wish = schedule == null ? wish : wish.schedule(PipelineSchedule.named(schedule));
        return chunks != null ? wish.chunks(chunks) : wish;
    }
}
