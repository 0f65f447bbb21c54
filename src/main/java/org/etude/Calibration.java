// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.analysis.StepBound;
import org.etude.calibrate.AlphaCalibration;
import org.etude.calibrate.CalibratedCosts;
import org.etude.calibrate.CalibratedRun;
import org.etude.calibrate.CalibrationFile;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.MetricsRow;
import org.etude.calibrate.SimulatedStep;
import org.etude.calibrate.StepMeasurement;
import org.etude.calibrate.StepSample;
import org.etude.calibrate.TraceTimings;
import org.etude.calibrate.steps.StepPart;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.report.Finding;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.spec.CommunicationCosts;
import org.etude.spec.TimingOptions;
import org.etude.table.FindingsTable;
import org.etude.table.TableText;
import org.etude.table.recorded.CalibrationTable;
import org.etude.trace.activity.StepActivity;
import tech.tablesaw.api.Table;

/**
 * A measured step compared with a simulated one, giving alpha: how many microseconds one simulated cycle represents.
 * Immutable.
 */
public final class Calibration {
    private static final String CALIBRATE = "calibrate";

    private final AlphaCalibration alpha;
    private final CalibratedRun run;
    private final String tag;
    private final String calibId;
    private final List<StepPart> parts;
    private final Report report;

    private Calibration(
            AlphaCalibration alpha,
            CalibratedRun run,
            String tag,
            String calibId,
            List<StepPart> parts,
            Report report) {
        this.alpha = alpha;
        this.run = run;
        this.tag = tag;
        this.calibId = calibId;
        this.parts = parts;
        this.report = report;
    }

    /**
     * Calibrates a simulated run against the recorded step of the same job.
     *
     * @throws org.etude.report.EtudeException when no step was measured or the run is partial
     */
    public static Calibration of(Traces measured, Simulation simulation) {
        AlphaCalibration alpha = AlphaCalibration.of(
                StepMeasurement.of(Given.value(measured, "the measured traces").set()),
                SimulatedStep.of(Given.value(simulation, "the simulation").result()));
        List<StepPart> parts = StepPart.of(
                measured.link().set(),
                StepActivity.of(measured.set(), measured.waits()),
                measured.link().matches(),
                simulation.result());
        return new Calibration(alpha, CalibratedRuns.of(CALIBRATE, simulation), "", "", parts, doubts(simulation));
    }

    /** A warning when the network does not influence the step, because alpha then says nothing about the network. */
    private static Report doubts(Simulation simulation) {
        boolean known = simulation.result().ops().filter(ops -> ops.size() > 0).isPresent();
        if (!known || !simulation.bound().networkHardlyMatters()) {
            return Report.empty();
        }
        StepBound bound = simulation.bound();
        return Report.of(List.of(new Finding(
                Finding.Level.WARNING,
                CALIBRATE,
                -1,
                "",
                "the step does not depend on the network",
                "recorded times of the host and of kernels are replayed: " + bound.shares() + " of the critical path; "
                        + bound.network(),
                "alpha is about 0.001 us on any network and does not judge this one; judge it by matched_transfers")));
    }

    /** Applies this calibration's alpha to a run at another scale or on another network. */
    public Calibration applyTo(Simulation other) {
        AlphaCalibration same = alpha.applyTo(
                SimulatedStep.of(Given.value(other, "the simulation").result()));
        return new Calibration(same, CalibratedRuns.of("simulate", other), "", calibId, List.of(), Report.empty());
    }

    /** Returns this calibration under another name, which also identifies the job in the calibration file. */
    public Calibration tag(String name) {
        return new Calibration(
                alpha, run, Given.value(name, "the tag"), run.mode().equals(CALIBRATE) ? name : calibId, parts, report);
    }

    /** Alpha: microseconds per simulated cycle. */
    public double alphaUs() {
        return alpha.alphaUs();
    }

    /** The simulated step in calibrated ms. */
    public double stepMs() {
        return alpha.stepMs();
    }

    /** All computed figures. */
    @Internal
    public AlphaCalibration figures() {
        return alpha;
    }

    /**
     * One row per part of the step: {@link CalibrationTable#SCHEMA}. The first rows use the two-GPU study's names and
     * definitions; its communication is the step minus GPU work and therefore includes host gaps. The remaining rows
     * are defined identically for the measured and the simulated side. {@code matched_transfers} is the row that judges
     * the network.
     */
    public Table table() {
        return CalibrationTable.of(alpha, parts, report.size() == 0 ? "" : "step_does_not_depend_on_the_network");
    }

    /** What makes the calibration doubtful, one line per reason. */
    public List<String> warnings() {
        return report.findings().stream()
                .map(f -> f.what() + ": " + f.why() + "; " + f.effect())
                .toList();
    }

    /** What makes the calibration doubtful: {@link FindingsTable#SCHEMA}. */
    public Table findings() {
        return FindingsTable.of(report);
    }

    /**
     * Appends a row to a file such as {@code runs/calibration_all.csv} under a file lock; an identical row is not added
     * again. The columns are those of the two-GPU study, followed by the input hash, the version and the seed.
     */
    public Calibration appendTo(String file) {
        return appendTo(Given.path(file));
    }

    /** {@link #appendTo(String)}. */
    public Calibration appendTo(Path file) {
        new CalibrationFile(Given.value(file, "the file"))
                .append(MetricsRow.of(run, tag, calibId, alpha, CalibratedRuns.version()));
        return this;
    }

    /**
     * Fits link, launch and compute parameters to the collectives and steps of recorded jobs. The ranks' clocks
     * separate waiting from transfer.
     */
    public static CalibrationFit fit(List<LinkedTraces> runs) {
        List<CollectiveTiming> timings = new ArrayList<>();
        List<StepSample> steps = new ArrayList<>();
        for (LinkedTraces linked : Given.values(runs, "the linked traces")) {
            timings.addAll(TraceTimings.of(linked.set()));
            steps.addAll(
                    StepSample.of(linked.set().traces().source(), linked.set().traces(), linked.waits()));
        }
        return CalibrationFit.of(timings, steps);
    }

    /**
     * Fits link parameters to a file of timed collectives.
     *
     * @param type the collective, such as {@code all_reduce}, when the file does not name it; otherwise ""
     * @param ranks the group size when the file does not state it; otherwise 0
     * @throws org.etude.report.EtudeException with file and line when the file cannot be read or does not say what was
     *     timed
     */
    public static CalibrationFit fit(String file, String type, int ranks) {
        return fit(Given.path(file), type, ranks);
    }

    /** {@link #fit(String, String, int)}. */
    public static CalibrationFit fit(Path file, String type, int ranks) {
        Given.value(file, "the file");
        TimingOptions options = TimingOptions.defaults().type(type).ranks(ranks);
        return CalibrationFit.ofTimings(TimingFiles.read(file, options).timings());
    }

    /**
     * Reads the communication costs of an earlier fit, for {@link LinkedTraces#parallelize}.
     *
     * @param path the parameters.csv that {@code etude calibrate --fit --out DIR} writes, or that DIR
     */
    public static CommunicationCosts read(String path) {
        return read(Given.path(path));
    }

    /** {@link #read(String)}. */
    public static CommunicationCosts read(Path path) {
        return CalibratedCosts.read(Given.path(path));
    }

    @Override
    public String toString() {
        return String.format(
                        Locale.ROOT,
                        "Calibration: alpha %.6g us per cycle, step %.3f ms",
                        alpha.alphaUs(),
                        alpha.stepMs())
                + System.lineSeparator()
                + TableText.of(table(), Titles.ROWS);
    }
}
