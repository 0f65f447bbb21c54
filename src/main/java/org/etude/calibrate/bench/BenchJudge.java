// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.report.Counted;
import org.etude.spec.TimingOptions;

/** Derives timings from a run: its collective, number of ranks and usable rows; rejects contradictions. */
final class BenchJudge {
    /** Hosts that a finding names. */
    private static final int SHOWN = 4;

    private final Path file;
    private final TimingOptions options;
    private final BenchFindings findings;

    BenchJudge(Path file, TimingOptions options, BenchFindings findings) {
        this.file = file;
        this.options = options;
        this.findings = findings;
    }

    /** The timings of a run, none when it has no rows. */
    List<CollectiveTiming> timings(BenchRun run) {
        if (run.rows().isEmpty()) {
            return List.of();
        }
        List<BenchRow> rows = place(run.rows());
        String type = type(run, rows.get(0));
        int ranks = ranks(run, rows.get(0));
        bandwidths(rows, type, ranks);
        nodes(run, ranks);
        List<CollectiveTiming> timings = new ArrayList<>();
        double wrong = 0;
        for (BenchRow row : rows) {
            wrong += row.wrong();
            if (row.bytes() > 0) {
                timings.add(timing(row, type, ranks, run.nodes()));
            }
        }
        if (wrong > 0) {
            findings.warning(
                    "",
                    Counted.of(Math.round(wrong), "wrong element"),
                    "the benchmark checked its results and found them wrong",
                    "times of a faulty run were used");
        }
        return timings;
    }

    private CollectiveTiming timing(BenchRow row, String type, int ranks, int nodes) {
        try {
            return new CollectiveTiming(type, ranks, row.bytes(), row.micros(), Math.min(nodes, ranks), row.error());
        } catch (CalibrationException e) {
            throw new CalibrationException(
                    file + ", " + row.where() + ": not a timing: " + row.bytes() + " bytes in " + row.micros() + " us",
                    "Remove the row, or run the benchmark again.",
                    e);
        }
    }

    private List<BenchRow> place(List<BenchRow> rows) {
        List<BenchRow> in = rows.stream().filter(BenchRow::inPlace).toList();
        List<BenchRow> out = rows.stream().filter(row -> !row.inPlace()).toList();
        if (options.inPlace() && in.isEmpty()) {
            throw new CalibrationException(
                    file + ": has no in-place times, " + out.size() + " out-of-place ones",
                    "Leave out --in-place (inPlace).");
        }
        if (out.isEmpty()) {
            if (!options.inPlace()) {
                findings.warning(
                        "", "in-place times were used", "the file has no out-of-place ones", "compare like with like");
            }
            return in;
        }
        List<BenchRow> taken = options.inPlace() ? in : out;
        int left = rows.size() - taken.size();
        if (left > 0) {
            findings.info(
                    "",
                    (options.inPlace() ? "in-place" : "out-of-place") + " times were used",
                    "the file has both; " + Counted.of(left, "other was", "others were") + " left out",
                    options.inPlace() ? "without --in-place the others are used" : "--in-place uses the others");
        }
        return taken;
    }

    private String type(BenchRun run, BenchRow first) {
        String said = options.type().isEmpty() ? "" : BenchRun.typeOf(options.type());
        if (run.type().isEmpty() && said.isEmpty()) {
            throw new CalibrationException(
                    file + ", " + first.where() + ": does not say which collective was timed",
                    "Say it with 'etude calibrate --timings FILE --type NAME', such as all_reduce (t -> t.type(NAME)).");
        }
        if (!run.type().isEmpty() && !said.isEmpty() && !said.equals(run.type())) {
            throw new CalibrationException(
                    file + ", " + run.typeFrom() + ": states " + run.type() + ", --type states " + said,
                    "Leave out --type (type), or give the file of " + said + ".");
        }
        return run.type().isEmpty() ? said : run.type();
    }

    private int ranks(BenchRun run, BenchRow first) {
        int found = run.groupsAreEqual() ? run.ranks() : 0;
        int said = options.ranks();
        if (found == 0 && said == 0) {
            throw new CalibrationException(
                    file + ", " + first.where() + ": does not say how many ranks took part",
                    "Say it with 'etude calibrate --timings FILE --ranks N' (t -> t.ranks(N)).");
        }
        boolean processes = run.ranksOfOneProcess() && said > 0 && said % found == 0;
        if (found > 0 && said > 0 && said != found && !processes) {
            throw new CalibrationException(
                    file + ": " + run.ranksFrom() + " says " + Counted.of(found, "rank") + ", --ranks says " + said,
                    "Leave out --ranks (ranks), or give the file of " + Counted.of(said, "rank") + ".");
        }
        if (run.ranksOfOneProcess() && said == 0) {
            findings.warning(
                    "",
                    Counted.of(found, "rank was assumed", "ranks were assumed"),
                    "nThread x nGpus of one process; the file lists no ranks",
                    "--ranks N says how many there were when several processes ran");
        }
        int ranks = said > 0 ? said : found;
        if (ranks < 2) {
            throw new CalibrationException(
                    file + ": " + run.ranksFrom() + " says 1 rank: nothing was communicated",
                    "Time two GPUs or more (-g 2, or mpirun -np 2).");
        }
        return ranks;
    }

    private void bandwidths(List<BenchRow> rows, String type, int ranks) {
        BenchRow row = BusFactor.widest(rows);
        if (BusFactor.contradicts(row, type, ranks)) {
            throw new CalibrationException(
                    String.format(
                            Locale.ROOT,
                            "%s, %s: busbw / algbw is %.4g; %s of %d ranks has %.4g",
                            file,
                            row.where(),
                            row.busbw() / row.algbw(),
                            type,
                            ranks,
                            BusFactor.of(type, ranks)),
                    "The file is of another collective or group: say which with --type and --ranks (type, ranks).");
        }
    }

    private void nodes(BenchRun run, int ranks) {
        if (run.groups() > 1) {
            findings.warning(
                    "",
                    run.groups() + " communicators of " + ranks + " ranks ran at once",
                    "the ranks were split (NCCL_TESTS_SPLIT)",
                    "the times include their mutual slowdown");
        }
        if (run.isCopied()) {
            findings.warning(
                    "",
                    "several copies of the benchmark ran at once, of " + ranks + " ranks each",
                    "ranks are listed or sizes timed twice, as when the benchmark is built without MPI",
                    "times include what the copies cost each other; built with MPI=1 all ranks are timed together");
        }
        if (run.nodes() > 0) {
            List<String> hosts = List.copyOf(run.hosts().keySet());
            String more = hosts.size() > SHOWN ? ", ..." : "";
            findings.info(
                    "",
                    ranks + " ranks on " + Counted.of(run.nodes(), "node"),
                    hosts.isEmpty()
                            ? "the file says so"
                            : "hosts " + String.join(", ", hosts.subList(0, Math.min(SHOWN, hosts.size()))) + more,
                    run.nodes() == 1 ? "links within a node were timed" : "links between nodes were timed");
        }
    }
}
