// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;

/**
 * AIOB's file of compute times measured on a GPU: sections {@code name:} with {@code time_gpu_max}, {@code time_gpu_min}
 * and {@code time_gpu_avg} in microseconds.
 *
 * @param sections the sections in the order of the file
 */
public record AiobFile(List<Section> sections) {
    /** A name at the start of a line, unless the line states a time, which need not be indented. */
    private static final Pattern HEADER = Pattern.compile("^(?!time_gpu_)(\\w+):");

    private static final Pattern AVERAGE = Pattern.compile("time_gpu_avg:\\s+(\\d+(\\.\\d+)?)");
    private static final Pattern LEAST = Pattern.compile("time_gpu_min:\\s+(\\d+(\\.\\d+)?)");
    private static final double NS_PER_US = 1000;

    /**
     * One measured part.
     *
     * @param name its name
     * @param averageNs average time
     * @param leastNs minimum time, if given before the end of the section
     */
    public record Section(String name, OptionalDouble averageNs, OptionalDouble leastNs) {}

    /** Copies. */
    public AiobFile {
        sections = List.copyOf(sections);
    }

    /**
     * Reads a file.
     *
     * @throws LlmException when it cannot be read or holds no time
     */
    public static AiobFile read(Path file) {
        try {
            AiobFile times = parse(InputText.utf8(file).lines().toList());
            if (times.sections.isEmpty()) {
                throw new LlmException(
                        file + ": there is no section with a time",
                        "Write 'name:' and below it 'time_gpu_avg: 12.5' (microseconds).");
            }
            return times;
        } catch (IOException e) {
            throw new LlmException(
                    file + ": the compute times cannot be read: " + IoReason.of(e), "Check --comp_filepath.");
        }
    }

    /**
     * The measured times of a training, if it has any.
     *
     * @throws LlmException when the file is not given or cannot be read
     */
    public static Optional<AiobFile> of(LlmTraining training) {
        if (!training.flag(LlmOption.AIOB)) {
            return Optional.empty();
        }
        String file = training.text(LlmOption.AIOB_FILE);
        if (file == null) {
            throw new LlmException(
                    "--aiob_enable without --comp_filepath: Etude does not measure compute times",
                    "Give a file of measured times, or leave --aiob_enable out for estimated ones.");
        }
        return Optional.of(read(Path.of(file)));
    }

    /** Parses lines; a line that is neither a name nor a time is ignored. */
    static AiobFile parse(List<String> lines) {
        List<Section> sections = new ArrayList<>();
        Section open = null;
        for (String line : lines) {
            Matcher header = HEADER.matcher(line);
            if (header.find()) {
                close(open, sections);
                open = new Section(header.group(1), OptionalDouble.empty(), OptionalDouble.empty());
            }
            if (open != null) {
                OptionalDouble average = time(AVERAGE, line);
                OptionalDouble least = time(LEAST, line);
                open = new Section(
                        open.name,
                        average.isPresent() ? average : open.averageNs,
                        least.isPresent() ? least : open.leastNs);
            }
        }
        close(open, sections);
        return new AiobFile(sections);
    }

    private static void close(Section open, List<Section> sections) {
        if (open != null && (open.averageNs.isPresent() || open.leastNs.isPresent())) {
            sections.add(open);
        }
    }

    private static OptionalDouble time(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) * NS_PER_US)
                : OptionalDouble.empty();
    }
}
