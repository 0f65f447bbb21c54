// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.command;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.compat.triosim.engine.TrioSimParallelism;
import org.etude.compat.triosim.engine.TrioSimSettings;
import org.etude.compat.triosim.engine.TrioSimSettings.Batch;
import org.etude.compat.triosim.engine.TrioSimSettings.Grid;
import org.etude.compat.triosim.engine.TrioSimSettings.Interconnect;
import org.etude.compat.triosim.engine.TrioSimSettings.Mode;
import org.etude.compat.triosim.trace.TrioSimTrace;
import picocli.CommandLine.Option;

/** The flags of TrioSim; as in the original, -1 represents another flag's value. */
public final class TrioSimArguments implements CheckedOptions {
    @Option(
            names = {"-trace-dir", "--trace-dir"},
            defaultValue = "../sample_trace/trace2-h100-bs128/vgg13/",
            paramLabel = "DIR",
            description = "A folder with trace.csv and tensor.csv. Default: the original's, ${DEFAULT-VALUE}.")
    private Path traceDirectory;

    @Option(
            names = {"-batch-size", "--batch-size"},
            paramLabel = "N",
            defaultValue = "128",
            description = "Batch size of the trace. Default: 128.")
    private int batchSize;

    @Option(
            names = {"-batch-size-sim", "--batch-size-sim"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Batch size to simulate. Default: that of the trace.")
    private int batchSizeSim;

    @Option(
            names = {"-micro-batch-size", "--micro-batch-size"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Samples of a micro-batch, pipeline parallelism. Default: the whole batch.")
    private int microBatchSize;

    @Option(
            names = {"-bandwidth", "--bandwidth"},
            paramLabel = "GB/s",
            defaultValue = "696",
            description = "Between a GPU and the remote memory. Default: 696.")
    private double bandwidth;

    @Option(
            names = {"-ptp-bandwidth", "--ptp-bandwidth"},
            paramLabel = "GB/s",
            defaultValue = "65",
            description = "Between GPUs. Default: 65.")
    private double ptpBandwidth;

    @Option(
            names = {"-GPUnumber", "--GPUnumber"},
            paramLabel = "N",
            defaultValue = "8",
            description = "GPUs. Default: 8.")
    private int gpus;

    @Option(
            names = {"-case", "--case"},
            paramLabel = "0..4",
            defaultValue = "0",
            description = "0: replicas, 1: data, 2: distributed data, 3: tensor, 4: pipeline parallelism. Default: 0.")
    private int caseNumber;

    @Option(
            names = {"-capacity", "--capacity"},
            paramLabel = "BITS",
            defaultValue = "40",
            description = "A GPU's memory is 2 to this power bytes. Default: 40.")
    private int capacity;

    @Option(
            names = {"-interconnects", "--interconnects"},
            paramLabel = "0|1",
            defaultValue = "0",
            description = "0: electrical, 1: optical, with bandwidths of its own. Default: 0.")
    private int interconnects;

    @Option(
            names = {"-numRows", "--numRows"},
            paramLabel = "N",
            defaultValue = "1",
            description = "Rows of the optical grid. Default: 1.")
    private int rows;

    @Option(
            names = {"-numCols", "--numCols"},
            paramLabel = "N",
            defaultValue = "-1",
            description = "Columns of the optical grid. Default: the number of GPUs.")
    private int columns;

    @Option(
            names = "--compat",
            description = "Reproduce TrioSim's figures, message by message; an error where it deadlocks.")
    private boolean compat;

    @Option(
            names = "--rules",
            paramLabel = "HOW",
            defaultValue = "REDUCED",
            description =
                    "reduced: one GPU represents all that do the same; plain: every GPU and message for itself, the"
                            + " same result; compat: as --compat. Default: reduced.")
    private Mode mode;

    @Override
    public void check(GivenOptions given) {
        given.accept(this::settings);
    }

    /** The trace named by the flags. */
    public TrioSimTrace trace() {
        return TrioSimTrace.read(traceDirectory);
    }

    /** The settings given by the flags. */
    public TrioSimSettings settings() {
        int simulated = batchSizeSim == -1 ? batchSize : batchSizeSim;
        int micro = microBatchSize == -1 ? simulated : microBatchSize;
        Grid grid = new Grid(rows, columns == -1 ? gpus : columns);
        return new TrioSimSettings(
                TrioSimParallelism.ofCase(caseNumber),
                gpus,
                new Batch(batchSize, simulated, micro),
                new Interconnect(bandwidth, ptpBandwidth, interconnects == 1 ? Optional.of(grid) : Optional.empty()),
                capacity,
                compat ? Mode.COMPAT : mode);
    }
}
