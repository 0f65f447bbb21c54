// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.etude.et.graph.EtException;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.AtomicFiles;
import org.etude.report.Gzip;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.trace.load.LeadingComments;

/** Reads and writes schedules as files; the format is detected from the content. */
public final class GoalFiles {
    private static final int LOOKED_AT = 1 << 16;
    private static final Pattern TEXT = Pattern.compile("num_ranks\\b");

    private GoalFiles() {}

    /**
     * Reads a job: the ETs of a prefix or directory, or a GOAL schedule, text (also gzipped) or binary.
     *
     * @throws EtException when it cannot be read
     */
    public static EtSet readSet(Path path, Progress progress) {
        return isGoal(path) ? read(path) : EtFiles.readSet(path, progress);
    }

    /** Whether a file starts like a schedule; false if it is not a file. */
    static boolean isGoal(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try {
            return isGoal(head(path));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static boolean isGoal(byte[] head) {
        return GoalBinaryReader.startsWith(head)
                || TEXT.matcher(LeadingComments.skip(new String(head, StandardCharsets.ISO_8859_1)))
                        .lookingAt();
    }

    private static byte[] head(Path path) throws IOException {
        try (InputStream in = InputText.withoutMark(Gzip.open(path))) {
            return in.readNBytes(LOOKED_AT);
        }
    }

    /**
     * Reads a schedule as execution traces named after the file.
     *
     * @throws EtException with file and line or byte, when it cannot be read
     */
    static EtSet read(Path path) {
        return GoalToEt.convert(
                schedule(path), String.valueOf(path.getFileName()).replaceAll("\\.[^.]*$", ""));
    }

    static GoalSchedule schedule(Path path) {
        try {
            if (!Gzip.isGzip(path) && GoalBinaryReader.startsWith(head(path))) {
                return GoalBinaryReader.read(path);
            }
            try (InputStream in = InputText.withoutMark(Gzip.open(path))) {
                return GoalTextReader.read(in, path.toString());
            }
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static EtException unreadable(Path path, IOException e) {
        return new EtException(
                path + ": cannot be read (" + IoReason.of(e) + ").", "Check the file.", Report.empty(), e);
    }

    /**
     * Writes a job as a schedule.
     *
     * @param binary whether to write the form that LogGOPSim reads without txt2bin
     * @return what GOAL cannot express
     * @throws EtException when it cannot be converted or written
     */
    public static Report write(EtSet set, Path file, boolean binary) {
        EtToGoal.Converted converted = EtToGoal.convert(set);
        write(converted.schedule(), file, binary);
        return converted.report();
    }

    static void write(GoalSchedule schedule, Path file, boolean binary) {
        try {
            AtomicFiles.write(file, out -> {
                if (binary) {
                    GoalBinaryWriter.write(schedule, out);
                } else {
                    GoalTextWriter.write(schedule, out);
                }
            });
        } catch (IOException e) {
            throw new EtException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), Report.empty(), e);
        }
    }
}
