// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.report.Counted;
import org.etude.report.IoReason;
import org.etude.spec.TimingOptions;

/**
 * Reads what nccl-tests and rccl-tests print (NVIDIA/nccl-tests {@code src/util.cu}, ROCm/rccl-tests {@code src/common.cu}), all
 * versions, one or several runs in one file. Lines of interest, after a launcher's prefix ({@link LogLines}):
 *
 * <pre>
 * # Collective test starting: NAME_perf                        the collective; only newer versions print it
 * [#] nThread T nGpus G ... iters: N ...                        ranks of a process, iterations; begins a run
 * #  Rank R [Group C] [Pid P] on HOST device D ...              one per rank, up to 2 KiB of them per process
 * #         out-of-place             in-place                   which side is which; mscclpp-test has them the other way round
 * #  size count type redop root  time algbw busbw #wrong [i_min i_max i_p99 i_cv%]  time algbw ... [timestamp]
 * #  bytes N type op  time algbw busbw res ...                  versions 1; "res", later "error": the largest deviation
 *    SIZE COUNT TYPE  OP   ROOT  TIME ALGBW BUSBW WRONG ...      a row: begins with a whole number
 * # Out of bounds values : N OK|FAILED                          whether results were right
 * </pre>
 *
 * The left columns are out-of-place, the right ones in-place, unless the line above states otherwise; a row with a
 * blank left side has only the right side. Operation and root are blank in all rows or none: versions 2.0 to 2.12 print
 * no operation for collectives without reduction. {@code type} is the element type. A row's time is in us, its size the
 * larger of a rank's input and output. {@code i_cv%} is the standard deviation of an iteration; divided by the square
 * root of N it is the standard error of the mean. Columns missing from the header are unknown. Other lines, such as
 * those of NCCL_DEBUG, are skipped and counted in a finding, as is a row that such a line splits. Without the first
 * line, the collective is taken from a printed command line ({@code ./all_reduce_perf -b 8}), with a finding. With
 * {@code -C 1} the times are host times, and the file is rejected. O(lines) of time, O(rows) of memory.
 */
public final class NcclTestsText {
    private static final Pattern STARTING = Pattern.compile("Collective test starting:\\s*(\\S+)");
    private static final Pattern SHAPE = Pattern.compile("nThreads?:? (\\d+) nGpus:? (\\d+)");
    private static final Pattern ITERATIONS = Pattern.compile("(?<!warmup )(?<!agg )iters: (\\d+)");
    private static final Pattern DEVICE =
            Pattern.compile("^\\s*Rank\\s+(\\d+)\\s+(?:Group\\s+(\\d+)\\s+)?(?:Pid\\s+\\d+ )?on\\s+(\\S+) device");
    private static final Pattern COMMAND = Pattern.compile("(?:^|[\\s/])(\\w+_perf)\\s+-");
    private static final Pattern DEBUG =
            Pattern.compile("(?<!\\S)\\S+:\\d+:\\d+ \\[\\d+\\]|[NR]CCL (version|INFO|WARN|TRACE|ERROR)");
    private static final Pattern BOUNDS = Pattern.compile("Out of bounds values\\s*:\\s*(\\d+)\\s+(FAILED|OK)");
    private static final int PERCENT = 100;

    private final Path file;
    private final TimingOptions options;
    private final BenchFindings findings;
    private final List<BenchRun> runs = new ArrayList<>();
    private BenchRun run = new BenchRun();
    private TextHeader header;
    /** The latest header, of this run or an earlier one. */
    private TextHeader last;
    /** Whether the left columns are in-place. */
    private boolean inPlaceFirst;
    /** Number of tables whose footer is still missing. */
    private int unfinished;
    /**
     * Whether this run started before the previous one had a row or its footer, so that both may write concurrently.
     */
    private boolean overtaken;
    /** Blank cells in the rows of this header; -1 before the first row. */
    private int blanks;

    private long line;
    /** Whether this line has no line end, so that it may be incomplete. */
    private boolean endsInside;

    /** What is wrong with the last row of a file that ends inside it. */
    private Optional<CalibrationException> incomplete = Optional.empty();

    private String command = "";
    private long commandLine;
    private long skipped;
    private long firstSkipped;
    private long unread;
    private long firstUnread;
    private long cut;
    /** Whether the remainder of a split row may follow. */
    private boolean open;

    private NcclTestsText(Path file, TimingOptions options) {
        this.file = file;
        this.options = options;
        findings = new BenchFindings(file.toString());
    }

    /** Whether a line is the header of such a table. */
    public static boolean isHeader(String text) {
        return text.startsWith("#") && TextHeader.of(text.substring(1)) != null;
    }

    /**
     * Reads a file.
     *
     * @throws CalibrationException with file and line when a row is malformed, or neither the file nor the options
     *     state what was timed, or they contradict each other
     */
    public static TimingLog read(Path file, TimingOptions options) {
        NcclTestsText reader = new NcclTestsText(file, options);
        try (LogLines lines = new LogLines(file)) {
            for (String text = lines.next(); text != null; text = lines.next()) {
                reader.line = lines.number();
                reader.endsInside = lines.endsInside();
                reader.line(text);
            }
        } catch (IOException e) {
            throw new CalibrationException(
                    file + ": cannot be read: " + IoReason.of(e), "Check that it is there and is text.", e);
        }
        return reader.log();
    }

    private void line(String text) {
        if (text.startsWith("#")) {
            comment(text.substring(1));
        } else if (!text.isBlank()) {
            String bare = text.strip();
            Matcher debug = DEBUG.matcher(bare);
            boolean foreign = debug.find();
            String cells = foreign ? bare.substring(0, debug.start()).strip() : bare;
            if (header != null && cells.matches("\\d+(\\s.*)?")) {
                row(cells, foreign);
            } else if (SHAPE.matcher(bare).find() || BOUNDS.matcher(bare).find()) {
                comment(bare);
            } else {
                other(bare);
            }
        }
    }

    private void comment(String text) {
        Matcher starting = STARTING.matcher(text);
        Matcher shape = SHAPE.matcher(text);
        Matcher device = DEVICE.matcher(text);
        if (starting.find()) {
            begin();
            run.type(starting.group(1), "line " + line);
        } else if (shape.find()) {
            begin();
            run.perProcess((int) whole(shape.group(1)) * (int) whole(shape.group(2)));
            Matcher iterations = ITERATIONS.matcher(text);
            run.iterations(iterations.find() ? (int) whole(iterations.group(1)) : 0);
        } else if (device.find()) {
            int group = device.group(2) == null ? 0 : (int) whole(device.group(2));
            run.device((int) whole(device.group(1)), group, device.group(3));
        } else if (text.contains("out-of-place") && text.contains("in-place")) {
            inPlaceFirst = text.indexOf("in-place") < text.indexOf("out-of-place");
        } else if (!bounds(text)) {
            header(TextHeader.of(text));
        }
    }

    private boolean bounds(String text) {
        Matcher footer = BOUNDS.matcher(text);
        if (!footer.find()) {
            return false;
        }
        unfinished = Math.max(0, unfinished - 1);
        if (footer.group(2).equals("FAILED")) {
            findings.warning(
                    "line " + line,
                    footer.group(1) + " results out of bounds",
                    "the benchmark checked its results and found them wrong",
                    "times of a faulty run were used");
        }
        return true;
    }

    private void header(TextHeader found) {
        if (found == null) {
            return;
        }
        if (found.cpuTime()) {
            throw new CalibrationException(
                    file + ", line " + line + ": the times are those of the host (cputime), not of the collective",
                    "Run the benchmark without -C 1.");
        }
        if (overtaken && header != null) {
            run.copied();
        } else if (overtaken && unfinished > 0) {
            run.overlaps();
        }
        unfinished++;
        header = found;
        last = found;
        blanks = -1;
    }

    /** Starts a new run if the previous one has already listed ranks or rows. */
    private void begin() {
        if (run.isBegun()) {
            boolean rowless = run.rows().isEmpty();
            end();
            run = new BenchRun();
            overtaken = rowless || unfinished > 0;
            header = null;
            inPlaceFirst = false;
        }
    }

    private void end() {
        if (run.type().isEmpty() && !command.isEmpty() && options.type().isEmpty()) {
            run.type(command, "line " + commandLine);
            findings.info(
                    "line " + commandLine,
                    run.type() + " was timed",
                    "the command line states it; this version does not print its name",
                    "--type overrides it");
        }
        command = "";
        runs.add(run);
    }

    private void row(String text, boolean foreign) {
        List<String> cells = Arrays.asList(text.split("\\s+"));
        int count = cells.size() - (header.stamped() && cells.size() > header.cells() - header.side() ? 2 : 0);
        boolean whole = count == header.cells() || count > header.cells();
        boolean rightOnly = header.right() != null && count == header.cells() - header.side();
        boolean rest = open && cells.size() <= header.cells() - header.left().time();
        int blank = whole || rightOnly || foreign ? 0 : header.blanks(cells, count);
        open = foreign && !whole && !rightOnly;
        if (open || rest) {
            cut += open ? 1 : 0;
            return;
        }
        try {
            long bytes = Long.parseLong(cells.get(0));
            blanks = blanks < 0 ? blank : blanks;
            if (!whole && !rightOnly && blank == 0 || blanks != blank) {
                throw new NumberFormatException(cells.size() + " cells");
            }
            run.row(cells.subList(0, header.left().time() - blank));
            if (!rightOnly) {
                side(cells, bytes, inPlaceFirst, header.left(), blank);
            }
            if (header.right() != null) {
                side(cells, bytes, !inPlaceFirst, header.right(), rightOnly ? header.side() : blank);
            }
        } catch (NumberFormatException e) {
            CalibrationException bad = new CalibrationException(
                    file + ", line " + line + ": not a timing: " + text.replaceAll("\\s+", " "),
                    "A row has a size, and times and bandwidths under the columns of its header.",
                    e);
            if (!endsInside) {
                throw bad;
            }
            incomplete = Optional.of(bad);
            findings.incompleteRow(line);
        }
    }

    /** Reads the row's time on one side; blank cells before it shift its columns to the left. */
    private void side(List<String> cells, long bytes, boolean inPlace, TextHeader.Side side, int blank) {
        double deviation = side.spread() < 0 ? 0 : number(cells.get(side.spread() - blank)) / PERCENT;
        double error = run.iterations() > 0 && deviation > 0 ? deviation / Math.sqrt(run.iterations()) : 0;
        String wrong = side.wrong() < 0 ? "N/A" : cells.get(side.wrong() - blank);
        run.add(new BenchRow(
                "line " + line,
                inPlace,
                bytes,
                number(cells.get(side.time() - blank)),
                error,
                side.algbw() < 0 ? Double.NaN : number(cells.get(side.algbw() - blank)),
                side.busbw() < 0 ? Double.NaN : number(cells.get(side.busbw() - blank)),
                wrong.equals("N/A") ? 0 : number(wrong)));
    }

    private static double number(String cell) {
        double value = Double.parseDouble(cell);
        if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
            throw new NumberFormatException(cell);
        }
        return value;
    }

    private long whole(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new CalibrationException(
                    file + ", line " + line + ": not a number of ranks or iterations: " + digits,
                    "Correct the line.",
                    e);
        }
    }

    private void other(String text) {
        Matcher perf = COMMAND.matcher(text);
        if (perf.find() && BenchRun.isType(perf.group(1))) {
            command = perf.group(1);
            commandLine = line;
        }
        boolean like = last != null && last.endsLikeRow(Arrays.asList(text.split("\\s+")));
        if (like && !open) {
            firstUnread = unread++ == 0 ? line : firstUnread;
        } else {
            open &= !like;
            firstSkipped = skipped++ == 0 ? line : firstSkipped;
        }
    }

    private TimingLog log() {
        end();
        BenchJudge judge = new BenchJudge(file, options, findings);
        List<CollectiveTiming> timings = new ArrayList<>();
        runs.forEach(each -> timings.addAll(judge.timings(each)));
        reportSkipped();
        if (timings.isEmpty()) {
            throw incomplete.orElseGet(() -> new CalibrationException(
                    file + ": no timing found", "Give the output of nccl-tests or rccl-tests with its rows."));
        }
        return new TimingLog(timings, findings.report());
    }

    /** Reports skipped lines as findings. */
    private void reportSkipped() {
        if (skipped > 0) {
            findings.info(
                    "line " + firstSkipped,
                    Counted.of(skipped, "line was skipped", "lines were skipped"),
                    "they are not from the benchmark, such as those of NCCL_DEBUG",
                    "none");
        }
        if (unread > 0) {
            findings.warning(
                    "line " + firstUnread,
                    Counted.of(
                            unread, "line that ends like a row was skipped", "lines that end like rows were skipped"),
                    "they start differently from the header's lines, or follow no header",
                    "their times are missing; remove the prefix of each line");
        }
        if (cut > 0) {
            findings.warning(
                    "",
                    Counted.of(cut, "row was skipped", "rows were skipped"),
                    "a line of NCCL_DEBUG splits it",
                    "write NCCL's log to a separate file (NCCL_DEBUG_FILE)");
        }
    }
}
