package org.etude.workload.llm.cost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.IoReason;
import org.etude.workload.llm.LlmException;

/** The file of a fitted machine: a CSV with the columns parameter, value, low, high. */
public final class MachineFile {
    private static final String HEADER = "parameter,value,low,high";
    private static final List<String> NAMES = List.of("compute", "memory", "host", "network");

    private MachineFile() {}

    /**
     * A fitted parameter.
     *
     * @param name compute, memory, host or network
     * @param value the factor
     * @param low lower end of its 95 % interval
     * @param high upper end
     */
    public record Fitted(String name, double value, double low, double high) {}

    /** The text of the file. */
    public static String text(List<Fitted> parameters) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (Fitted one : parameters) {
            text.append(String.format(Locale.ROOT, "%s,%.6g,%.6g,%.6g%n", one.name, one.value, one.low, one.high)
                    .replace("\r\n", "\n"));
        }
        return text.toString();
    }

    /**
     * A fit of a file, or written out as {@code compute=1.1,memory=0.9}.
     *
     * @throws LlmException when it is neither
     */
    static MachineFit of(String text) {
        if (!text.contains("=")) {
            return read(Path.of(text));
        }
        Map<String, Double> values = new TreeMap<>();
        for (String pair : text.split(",")) {
            String[] cells = pair.split("=", -1);
            values.put(name("--machine", 1, cells), value("--machine", 1, cells));
        }
        return fit(values);
    }

    private static MachineFit fit(Map<String, Double> values) {
        return new MachineFit(
                values.getOrDefault("compute", 1.0),
                values.getOrDefault("memory", 1.0),
                values.getOrDefault("host", 1.0),
                values.getOrDefault("network", 1.0));
    }

    /**
     * Reads a file; parameters that it lacks are 1.
     *
     * @throws LlmException when it cannot be read or has a line that is none of ours
     */
    public static MachineFit read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LlmException(
                    file + ": " + IoReason.of(e), "Name the machine file that 'etude fit --out FILE' writes.");
        }
        if (lines.isEmpty() || !lines.get(0).strip().equals(HEADER)) {
            throw new LlmException(
                    file + ", line 1: '" + (lines.isEmpty() ? "" : lines.get(0)) + "' is not '" + HEADER + "'",
                    "Name the machine file that 'etude fit --out FILE' writes.");
        }
        Map<String, Double> values = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",", -1);
            values.put(name(file, i + 1, cells), value(file, i + 1, cells));
        }
        return fit(values);
    }

    private static String name(Object file, int line, String[] cells) {
        if (!NAMES.contains(cells[0])) {
            throw new LlmException(
                    file + ", line " + line + ": there is no parameter '" + cells[0] + "'",
                    "Give one of " + NAMES + ".");
        }
        return cells[0];
    }

    private static double value(Object file, int line, String[] cells) {
        try {
            double value = Double.parseDouble(cells[1]);
            if (value > 0 && value < 1e6) {
                return value;
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // Refused below, like a number out of range.
        }
        throw new LlmException(
                file + ", line " + line + ": " + cells[0] + " is not a factor above 0", "Give a number such as 0.95.");
    }
}
