// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.inspector;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.bench.BenchFindings;
import org.etude.calibrate.bench.TimingLog;
import org.etude.number.Medians;
import org.etude.report.Counted;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.trace.file.TraceKind;
import org.etude.trace.load.PathContents;

/**
 * The recordings of all processes of a job. A rank's time in a collective is the transfer plus its wait for the last
 * rank, which itself does not wait. The shortest time over the ranks is therefore the transfer, and a rank arrived
 * later than the median by as much as its time is shorter than the median. O(records) of time and memory, 12 bytes plus
 * a share of a collective per record.
 */
public final class InspectorLog {
    /** The key of comparable records: communicator, collective, size. */
    private record Kind(InspectorComm comm, String type, boolean message, long bytes) {}

    /** A process of a communicator. */
    private record Member(InspectorComm comm, int rank) {}

    /**
     * One collective of one size of one communicator.
     *
     * @param comm the communicator
     * @param type the collective, or sendrecv
     * @param bytes bytes of the larger of a rank's input and output
     * @param count number of collectives, or of records for messages
     * @param micros times of all ranks in us, ascending, including waiting
     * @param transfer times in us of the rank that waited least, ascending; for messages all times
     */
    public record Profile(InspectorComm comm, String type, long bytes, int count, double[] micros, double[] transfer) {}

    /**
     * One rank of one communicator.
     *
     * @param comm the communicator
     * @param rank the rank in it
     * @param host where it ran
     * @param pid its process
     * @param collectives collectives that all ranks recorded
     * @param last number of collectives that it reached last
     * @param lateUs total lateness relative to the median in us, over collectives in which it was late
     * @param meanUs mean difference from the median in us; negative when it is mostly early
     * @param worstUs the largest lateness in us
     * @param waitingUs total time waiting for the last rank, in us
     */
    public record Straggler(
            InspectorComm comm,
            int rank,
            String host,
            long pid,
            int collectives,
            int last,
            double lateUs,
            double meanUs,
            double worstUs,
            double waitingUs) {}

    private final Map<Kind, Long2ObjectLinkedOpenHashMap<InspectorMeeting>> meetings = new LinkedHashMap<>();
    private final Map<Kind, DoubleArrayList> messages = new LinkedHashMap<>();
    private final Map<Member, InspectorRecord> members = new LinkedHashMap<>();
    private final BenchFindings findings;
    private final Path path;
    private long repeated;

    private InspectorLog(Path path) {
        this.path = path;
        findings = new BenchFindings(path.toString());
    }

    /**
     * Reads a file, or all files of a directory.
     *
     * @throws CalibrationException with file and line when one cannot be used, or there is no record
     */
    public static InspectorLog read(Path path) {
        InspectorLog log = new InspectorLog(path);
        for (Path file : files(path)) {
            InspectorReader.read(file, log.findings, log::add);
        }
        log.reportRepeated();
        if (log.meetings.isEmpty() && log.messages.isEmpty()) {
            throw none(path, PathContents.of(path));
        }
        return log;
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        PathContents contents = PathContents.of(path);
        if (contents.isOnlyOther(TraceKind.INSPECTOR)) {
            throw none(path, contents);
        }
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new CalibrationException(path + ": cannot be read: " + IoReason.of(e), "Check the folder.", e);
        }
    }

    private static CalibrationException none(Path path, PathContents contents) {
        return new CalibrationException(
                path + ": holds no record of NCCL Inspector" + contents.instead(),
                contents.advice("Give the directory set in NCCL_INSPECTOR_DUMP_DIR, or a file in it."));
    }

    private void add(InspectorRecord record) {
        Kind kind = new Kind(record.comm(), record.type(), record.message(), record.bytes());
        members.putIfAbsent(new Member(record.comm(), record.rank()), record);
        if (record.message()) {
            messages.computeIfAbsent(kind, k -> new DoubleArrayList()).add(record.micros());
        } else {
            boolean added = meetings.computeIfAbsent(kind, k -> new Long2ObjectLinkedOpenHashMap<>())
                    .computeIfAbsent(record.sequence(), s -> new InspectorMeeting())
                    .add(record.rank(), record.micros());
            repeated += added ? 0 : 1;
        }
    }

    /** Reports records of a collective that its rank had recorded before. */
    private void reportRepeated() {
        if (repeated > 0) {
            findings.warning(
                    "",
                    Counted.of(repeated, "record repeats another", "records repeat others"),
                    "they have the communicator, number and rank of an earlier one, as in a copy of a file",
                    "the earlier ones were used");
        }
    }

    /** Assumptions and omissions of reading. */
    public Report report() {
        return findings.report();
    }

    /** One per communicator, collective and size, messages last, by their first record. */
    public List<Profile> profile() {
        List<Profile> all = new ArrayList<>();
        meetings.forEach((kind, of) -> {
            DoubleArrayList micros = new DoubleArrayList();
            double[] transfer = new double[of.size()];
            int n = 0;
            for (InspectorMeeting meeting : of.values()) {
                transfer[n++] = meeting.transfer();
                for (int i = 0; i < meeting.size(); i++) {
                    micros.add(meeting.micros(i));
                }
            }
            all.add(profile(kind, n, micros.toDoubleArray(), transfer));
        });
        messages.forEach((kind, of) -> all.add(profile(kind, of.size(), of.toDoubleArray(), of.toDoubleArray())));
        return all;
    }

    private static Profile profile(Kind kind, int count, double[] micros, double[] transfer) {
        Arrays.sort(micros);
        Arrays.sort(transfer);
        return new Profile(kind.comm, kind.type, kind.bytes, count, micros, transfer);
    }

    /** One per rank and communicator that has collectives of all of its ranks, the latest first. */
    public List<Straggler> stragglers() {
        Map<Member, double[]> sums = new LinkedHashMap<>();
        meetings.forEach((kind, of) -> of.values().stream()
                .filter(m -> m.size() > 1 && m.size() == kind.comm.ranks())
                .forEach(m -> count(kind.comm, m, sums)));
        List<Straggler> all = new ArrayList<>();
        sums.forEach((member, s) -> {
            InspectorRecord at = members.get(member);
            all.add(new Straggler(
                    member.comm,
                    member.rank,
                    at.host(),
                    at.pid(),
                    (int) s[0],
                    (int) s[1],
                    s[2],
                    s[3] / s[0],
                    s[4],
                    s[5]));
        });
        all.sort(Comparator.comparingDouble(Straggler::lateUs)
                .reversed()
                .thenComparing(s -> s.comm().id())
                .thenComparingInt(Straggler::rank));
        return all;
    }

    private static void count(InspectorComm comm, InspectorMeeting meeting, Map<Member, double[]> sums) {
        double least = meeting.transfer();
        double median = meeting.median();
        for (int i = 0; i < meeting.size(); i++) {
            double late = median - meeting.micros(i);
            double[] s = sums.computeIfAbsent(
                    new Member(comm, meeting.rank(i)), m -> new double[] {0, 0, 0, 0, Double.NEGATIVE_INFINITY, 0});
            s[0]++;
            s[1] += meeting.micros(i) == least && late > 0 ? 1 : 0;
            s[2] += Math.max(0, late);
            s[3] += late;
            s[4] = Math.max(s[4], late);
            s[5] += meeting.micros(i) - least;
        }
    }

    /**
     * One timing per collective, group size, split and size: the median transfer, with the standard error of its mean.
     * Uses collectives recorded by all ranks; if there is none of a kind, the others, with a warning.
     *
     * @throws CalibrationException when there is no collective of two ranks or more
     */
    public TimingLog timings() {
        BenchFindings own = new BenchFindings(path.toString());
        Map<String, DoubleArrayList> times = new LinkedHashMap<>();
        Map<String, Kind> kinds = new LinkedHashMap<>();
        int[] doubtful = {0, 0};
        meetings.forEach((kind, of) -> {
            boolean whole = of.values().stream().anyMatch(m -> m.size() == kind.comm.ranks());
            doubtful[0] += whole || kind.comm.ranks() < 2 ? 0 : 1;
            String key = kind.type + ' ' + kind.comm.ranks() + ' ' + kind.comm.nodes() + ' ' + kind.bytes;
            for (InspectorMeeting meeting : of.values()) {
                boolean taken =
                        kind.comm.ranks() > 1 && kind.bytes > 0 && (!whole || meeting.size() == kind.comm.ranks());
                doubtful[1] += taken && !(meeting.transfer() > 0) ? 1 : 0;
                if (taken && meeting.transfer() > 0) {
                    kinds.putIfAbsent(key, kind);
                    times.computeIfAbsent(key, k -> new DoubleArrayList()).add(meeting.transfer());
                }
            }
        });
        if (doubtful[0] > 0) {
            own.warning(
                    "",
                    Counted.of(
                            doubtful[0],
                            "kind of collective was not recorded by all of its ranks",
                            "kinds of collectives were not recorded by all of their ranks"),
                    "files of some ranks are missing, or records were dropped",
                    "their times include waiting for other ranks");
        }
        if (doubtful[1] > 0) {
            own.info(
                    "",
                    Counted.of(doubtful[1], "time of 0 us was left out", "times of 0 us were left out"),
                    "NCCL Inspector writes whole us",
                    "none");
        }
        if (!messages.isEmpty()) {
            own.info("", "messages were left out", "their times include waiting for the peer", "none");
        }
        List<CollectiveTiming> timings = new ArrayList<>();
        times.forEach((key, each) -> timings.add(timing(kinds.get(key), each.toDoubleArray())));
        if (timings.isEmpty()) {
            throw new CalibrationException(
                    path + ": no timing found", "Record collectives of two ranks or more with NCCL Inspector.");
        }
        return new TimingLog(timings, findings.report().plus(own.report()));
    }

    private static CollectiveTiming timing(Kind kind, double[] micros) {
        double mean = Arrays.stream(micros).average().orElse(0);
        double squares = Arrays.stream(micros).map(t -> (t - mean) * (t - mean)).sum();
        double deviation = micros.length < 2 ? 0 : Math.sqrt(squares / (micros.length - 1));
        return new CollectiveTiming(
                kind.type,
                kind.comm.ranks(),
                kind.bytes,
                Medians.of(micros),
                Math.min(kind.comm.nodes(), kind.comm.ranks()),
                deviation / mean / Math.sqrt(micros.length));
    }
}
