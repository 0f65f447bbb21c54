// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.spec.LlmException;

/** The file of a fitted machine: a CSV with the columns parameter, value, low, high. */
public final class MachineFile {
    private static final List<String> COLUMNS = List.of("parameter", "value", "low", "high");
    private static final String FILE = "Name the machine file that 'etude fit --out FILE' writes.";
    private static final double MOST = 1e6;
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
        StringBuilder text = new StringBuilder(String.join(",", COLUMNS)).append('\n');
        for (Fitted one : parameters) {
            text.append(String.format(Locale.ROOT, "%s,%.6g,%.6g,%.6g%n", one.name, one.value, one.low, one.high)
                    .replace("\r\n", "\n"));
        }
        return text.toString();
    }

    /**
     * A fit from a file, or given directly as {@code compute=1.1,memory=0.9}.
     *
     * @throws LlmException when it is neither
     */
    public static MachineFit of(String text) {
        if (!text.contains("=")) {
            return read(Path.of(text));
        }
        Map<String, Double> values = new TreeMap<>();
        for (String pair : text.split(",")) {
            int equals = pair.indexOf('=');
            put("--machine", pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1), values);
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
     * @throws LlmException when it cannot be read, has no parameters or one twice, or a line that this class does not write
     */
    public static MachineFit read(Path file) {
        CsvFile csv = CsvFile.read(file, FILE, LlmException::new);
        if (csv.rows().isEmpty()) {
            throw new LlmException(file + (csv.header().isEmpty() ? " is empty" : " has no parameters"), FILE);
        }
        if (!csv.header().equals(COLUMNS)) {
            throw new LlmException(file + ", line 1: the columns are " + csv.header() + ", not " + COLUMNS, FILE);
        }
        Map<String, Double> values = new TreeMap<>();
        for (CsvRow row : csv.rows()) {
            put(row.at(), row.text("parameter"), row.text("value"), values);
        }
        return fit(values);
    }

    private static void put(String at, String name, String factor, Map<String, Double> values) {
        if (!NAMES.contains(name)) {
            throw new LlmException(at + ": there is no parameter '" + name + "'", "Give one of " + NAMES + ".");
        }
        double value;
        try {
            value = Double.parseDouble(factor);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value > 0 && value < MOST)) {
            throw new LlmException(
                    at + ": " + name + " is '" + factor + "', not a factor above 0", "Give a number such as 0.95.");
        }
        if (values.putIfAbsent(name, value) != null) {
            throw new LlmException(at + ": " + name + " is there twice", "Leave out one of them.");
        }
    }
}
