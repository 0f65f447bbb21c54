// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.etude.calibrate.CalibratedSystem;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.spec.Fidelity;
import org.etude.spec.WorkloadException;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.work.ExtrapolatedMemoryTable;
import org.etude.table.work.ExtrapolationTable;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.unit.Bandwidth;
import org.etude.workload.extrapolate.Extrapolated;
import tech.tablesaw.api.Table;

/** A recorded step extrapolated to another parallelization. Immutable; the tables are made anew by each call. */
public final class Extrapolation {
    private static final double PERCENT = 100;
    /** 1 GB/s in bytes per microsecond. */
    private static final double BYTES_PER_MICRO = 1e3;

    private static final double NANOS = 1e3;

    private final Extrapolated inner;

    private Extrapolation(Extrapolated inner) {
        this.inner = inner;
    }

    static Extrapolation of(Extrapolated inner) {
        return new Extrapolation(inner);
    }

    /** The execution traces, one per rank, ready for {@link Workload#repair()} and {@link Workload#simulate}. */
    public Workload toEt() {
        return Workload.of(inner.set());
    }

    /**
     * The network that the calibration implies: one dimension per kind of process group, on which a ring takes the
     * measured time.
     *
     * @throws org.etude.report.EtudeException without {@code calibration(...)}
     */
    public Topology network() {
        if (inner.spread().costs() == null) {
            throw new WorkloadException(
                    "the extrapolation has no communication costs",
                    "Use parallelize(p -> p.calibration(fit)), or simulate on a topology of your own.");
        }
        List<TopologyDim> dims = inner.network().stream()
                .map(dim -> new TopologyDim(
                        DimKind.RING,
                        dim.ranks(),
                        Bandwidth.gigabytesPerSecond(dim.bytesPerMicro() / BYTES_PER_MICRO),
                        dim.latencyUs() * NANOS))
                .toList();
        return dims.isEmpty() ? Topology.ring(1) : Topology.of(new LogicalTopology(dims));
    }

    /**
     * Simulates the step with the calibrated costs: analytically on {@link #network()}, each collective as one unsplit
     * ring.
     *
     * @throws org.etude.report.EtudeException without {@code calibration(...)}
     */
    public Simulation simulate() {
        return toEt().repair()
                .simulate(network(), s -> s.system(CalibratedSystem.spec()).fidelity(Fidelity.ANALYTIC));
    }

    /**
     * Writes network.yml and system.json into a directory. With these files {@code etude simulate --fidelity analytic}
     * and ASTRA-sim's analytical backend run the traces as {@link #simulate} does.
     *
     * @throws org.etude.report.EtudeException without {@code calibration(...)}
     */
    public Extrapolation saveNetwork(String directory) {
        return saveNetwork(Given.path(directory));
    }

    /** {@link #saveNetwork(String)}. */
    public Extrapolation saveNetwork(Path directory) {
        Given.value(directory, "the directory");
        CalibratedSystem.write(network().logical(), directory);
        return this;
    }

    /** One row per part of the layers: {@link ExtrapolationTable#SCHEMA}. */
    public Table stages() {
        return ExtrapolationTable.of(inner);
    }

    /**
     * What a rank of each stage holds, from the tensors of the recorded step: {@link ExtrapolatedMemoryTable#SCHEMA}. Empty,
     * with a finding, when the execution trace names no storages.
     */
    public Table memory() {
        return ExtrapolatedMemoryTable.of(inner.memory());
    }

    /** Assumptions made, including those of linking and converting: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(inner.set().report());
    }

    /** All computed figures. */
    @Internal
    public Extrapolated figures() {
        return inner;
    }

    @Override
    public String toString() {
        String line = System.lineSeparator();
        return String.format(
                        Locale.ROOT,
                        "Extrapolation of %s: %s with batch %d, a step of %.3f ms, to %s with batch %d on each copy",
                        inner.source(),
                        Counted.of(inner.recordedRanks(), "rank"),
                        inner.recordedBatch(),
                        inner.recordedMs(),
                        inner.spread().ranks(),
                        inner.batch())
                + line
                + String.format(
                        Locale.ROOT,
                        " computation +- %.1f %% because only one batch size was recorded; measured errors: docs/accuracy.md",
                        inner.doubt() * PERCENT)
                + line
                + TableText.of(stages(), Titles.ROWS)
                + line
                + TableText.of(findings(), Titles.ROWS);
    }
}
