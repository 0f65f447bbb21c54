// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.etude.plan.FittedMachine;
import org.etude.plan.MachineFitter;
import org.etude.plan.MeasuredRows;
import org.etude.report.AtomicFiles;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.spec.ParallelizeOptions;
import org.etude.table.run.MachineTable;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.MachineFile;
import org.etude.workload.llm.cost.MachineFit;
import org.etude.workload.llm.cost.RecordedMachine;
import tech.tablesaw.api.Table;

/** The fraction of its modelled rates that a machine achieves, fitted to measured steps. Immutable. */
public final class Machine {
    private final FittedMachine fitted;

    private Machine(FittedMachine fitted) {
        this.fitted = fitted;
    }

    /**
     * Fits a machine to the rows of tables of measured steps ({@link Predictions}).
     *
     * @throws org.etude.report.EtudeException when a file cannot be read or no row can be modelled
     */
    public static Machine fit(List<Path> files) {
        return new Machine(MachineFitter.fit(Given.values(files, "the files").stream()
                .flatMap(file -> MeasuredRows.read(file).stream())
                .toList()));
    }

    /**
     * The options with the model of the GPUs that they name, if any.
     *
     * @throws org.etude.report.EtudeException when the GPU is not known or the file was not written by {@link #save}
     */
    static ParallelizeOptions modelled(ParallelizeOptions options) {
        ParallelizeOptions.RecordedGpu gpu = options.gpu();
        return gpu == null
                ? options
                : options.machine(new RecordedMachine(
                        Gpus.named(gpu.type()),
                        gpu.factors() == null
                                ? MachineFit.NONE
                                : MachineFile.of(gpu.factors().toString())));
    }

    /**
     * Rejects a GPU that has no model.
     *
     * @throws org.etude.report.EtudeException when the GPU is not known
     */
    @Internal
    public static void requireGpu(String type) {
        Gpus.named(Given.value(type, "the GPU"));
    }

    /** Factors with confidence intervals: {@link MachineTable#SCHEMA}. */
    public Table table() {
        return MachineTable.of(fitted);
    }

    /** Error with and without the fit, and on held-out rows: {@link MachineTable#ERROR}. */
    public Table error() {
        return MachineTable.error(fitted);
    }

    /** The rows that were not fitted, because they cannot be read or modelled: line and reason of each. */
    public List<String> omitted() {
        return fitted.omitted();
    }

    /** Writes the file that {@code --machine} and {@link ParallelizeOptions#machine(String, Path)} take. */
    public void save(Path file) throws IOException {
        AtomicFiles.write(
                Given.value(file, "the file"),
                out -> out.write(MachineFile.text(fitted.parameters()).getBytes(StandardCharsets.UTF_8)));
    }

    /** {@link #save(Path)}. */
    public void save(String file) throws IOException {
        save(Given.path(file));
    }

    @Override
    public String toString() {
        return "Machine fitted to " + Counted.of(fitted.rows(), "measured step") + System.lineSeparator() + table();
    }
}
