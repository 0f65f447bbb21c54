// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.etude.cluster.Cluster;
import org.etude.cluster.ranks.ClusterConverter;
import org.etude.cluster.repair.ClusterRepair;
import org.etude.et.wire.Existing;
import org.etude.repair.graph.Change;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.RepairOptions;
import org.etude.spec.TraceConversion;
import org.etude.table.FindingsTable;
import org.etude.table.shard.RankByRank;
import org.etude.table.work.ChangesTable;
import org.etude.table.work.SummaryTable;
import tech.tablesaw.api.Table;

/** Converts and repairs on a cluster, with all options: what {@link Workload} does with default ones. */
@Internal
public final class ClusterWorkloads {
    private ClusterWorkloads() {}

    /**
     * Converts the recordings of many ranks on a cluster, one task per rank, with the byte-identical result of {@code
     * Traces.load(paths).link(link).toEt(convert)}. This machine receives only the execution traces and what ranks must
     * know about each other.
     *
     * @param conversion of files and directories that exist under the same names on the cluster's machines
     * @throws org.etude.report.EtudeException as loading and converting do, and when the cluster cannot be used
     */
    public static Workload convert(Cluster cluster, TraceConversion conversion, Progress progress) {
        return Workload.of(ClusterConverter.convert(cluster, conversion, progress));
    }

    /**
     * {@link #convert(Cluster, TraceConversion, Progress)} into files, which each machine writes for its ranks if it
     * sees the directory; otherwise it sends them, and they are written here. All files or none; they are those of
     * {@link Workload#save}.
     *
     * @param out the directory, created if needed
     * @param force whether to replace other ETs there, as in {@link Workload#save(Path, boolean, Progress)}
     * @throws org.etude.report.EtudeException as converting does, and when the directory cannot be written
     */
    public static Written convertTo(
            Path out, boolean force, Cluster cluster, TraceConversion conversion, Progress progress) {
        ClusterConverter.Written written =
                ClusterConverter.write(cluster, conversion, out, Existing.forced(force), progress);
        return new Written(out, () -> SummaryTable.ofSums(written.sums()), List.of(), written.report());
    }

    /**
     * {@link #convertTo(Path, boolean, Cluster, TraceConversion, Progress)} on this machine, one rank per core at a time,
     * where the traces of all ranks together would take more memory than there is.
     *
     * @param heap bytes of memory; 0 to convert rank by rank whatever the size of the traces
     * @return empty when nothing was written: the traces fit into memory, or ranks cannot be converted without each
     *     other, such as those that communicate with gloo
     * @throws org.etude.report.EtudeException as converting does, and when the directory cannot be written
     */
    public static Optional<Written> convertRankByRank(
            Path out, boolean force, TraceConversion conversion, long heap, Progress progress) {
        return RankByRank.write(conversion, out, Existing.forced(force), heap, progress)
                .map(written ->
                        new Written(out, () -> SummaryTable.ofSums(written.sums()), List.of(), written.report()));
    }

    /**
     * {@link Workload#repair()} on a cluster, one task per rank, with the byte-identical result. This
     * process sends the traces; {@link #repair(Cluster, Path, RepairOptions, Progress)} lets the cluster read them.
     *
     * @throws org.etude.report.EtudeException when the cluster cannot be used
     */
    public static Workload repair(Cluster cluster, Workload workload, RepairOptions options, Progress progress) {
        return Workload.of(
                ClusterRepair.traces(Given.value(cluster, "the cluster"), workload.set(), options, progress));
    }

    /**
     * Reads execution traces and repairs them on a cluster, one task per rank, with the byte-identical result of {@code
     * Workload.read(prefix).repair(options)}. What ranks disagree about is decided on the cluster, by process group and
     * by sender and receiver; this machine receives the repaired traces and the changes.
     *
     * @param prefix the path before {@code .RANK.et}, or a directory that holds traces of one prefix, which must exist
     *     under the same name on the cluster's machines
     * @throws org.etude.report.EtudeException as reading does, and when the cluster cannot be used
     */
    public static Workload repair(Cluster cluster, Path prefix, RepairOptions options, Progress progress) {
        return Files.isRegularFile(Given.value(prefix, "the prefix"))
                ? repair(cluster, Workload.read(prefix, progress), options, progress) // a GOAL schedule is one file
                : Workload.of(ClusterRepair.files(cluster, prefix, options, progress));
    }

    /**
     * {@link #repair(Cluster, Path, RepairOptions, Progress)} into files, as {@link #convertTo} writes them.
     *
     * @param out the directory, created if needed
     * @param force whether to replace other ETs there, as in {@link Workload#save(Path, boolean, Progress)}
     * @throws org.etude.report.EtudeException as repairing does, and when the directory cannot be written
     */
    public static Written repairTo(
            Path out, boolean force, Cluster cluster, Path prefix, RepairOptions options, Progress progress) {
        if (Files.isRegularFile(prefix)) { // a GOAL schedule is one file
            Workload repaired = repair(cluster, prefix, options, progress);
            repaired.save(out, force, progress);
            return new Written(out, repaired::summary, repaired.changeList(), repaired.assumptions());
        }
        ClusterRepair.Written written =
                ClusterRepair.write(cluster, prefix, options, out, Existing.forced(force), progress);
        return new Written(out, () -> SummaryTable.ofSums(written.sums()), written.changes(), written.report());
    }

    /**
     * Execution traces that the machines of a cluster wrote into a directory: {@link #convertTo} and {@link #repairTo}.
     * This process holds what is reported about them, not the traces.
     */
    public static final class Written {
        private final Path directory;
        private final Supplier<Table> summary;
        private final List<Change> changes;
        private final Report report;

        private Written(Path directory, Supplier<Table> summary, List<Change> changes, Report report) {
            this.directory = directory;
            this.summary = summary;
            this.changes = changes;
            this.report = report;
        }

        /** The traces; reads all files. */
        public Workload read() {
            return Workload.read(directory.toString());
        }

        /** Totals by rank and kind of node: {@link SummaryTable#SCHEMA}. */
        public Table summary() {
            return summary.get();
        }

        /** Changes that a repair made; none after a conversion: {@link ChangesTable#SCHEMA}. */
        public Table changes() {
            return ChangesTable.of(changes);
        }

        /** Findings: {@link FindingsTable#SCHEMA}. */
        public Table findings() {
            return FindingsTable.of(report);
        }

        /** Assumptions and omissions. */
        public Report assumptions() {
            return report;
        }

        /** Where the traces are and what is reported about them; reads no file. */
        @Override
        public String toString() {
            return "Workload written to " + directory + ": " + Counted.of(changes.size(), "change") + ", "
                    + Counted.of(report.size(), "finding");
        }
    }
}
