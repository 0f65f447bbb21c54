// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiException;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.spec.CollectiveType;

/**
 * Measured bus bandwidths in the format of SimAI's {@code busbw.yaml}: a name, then for each kind of group {@code
 * allreduce,}, {@code allgather,}, {@code reducescatter,} and {@code alltoall,} in GB/s or {@code null}, and {@code
 * busbw} of messages between stages.
 *
 * @param values values by kind and name, {@code TP.allreduce}
 */
public record BusBandwidths(Map<String, Double> values) {
    /** Copies the map. */
    public BusBandwidths {
        values = Map.copyOf(values);
    }

    /**
     * Reads a file.
     *
     * @throws SimAiException when it cannot be read or a value is not a number
     */
    public static BusBandwidths read(Path file) {
        try {
            return parse(file, InputText.utf8(file));
        } catch (IOException e) {
            throw new SimAiException(file + ": the bus bandwidths cannot be read: " + IoReason.of(e), "Check -busbw.");
        }
    }

    private static BusBandwidths parse(Path file, String text) {
        Map<String, Double> values = new HashMap<>();
        String kind = "";
        int line = 0;
        for (String raw : text.lines().toList()) {
            line++;
            String entry = raw.strip();
            if (line == 1 || entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            int colon = entry.indexOf(':');
            String name = colon < 0
                    ? entry
                    : entry.substring(0, colon).replace(",", "").strip();
            String value = colon < 0 ? "" : entry.substring(colon + 1).strip().split("\\s+")[0];
            if (value.isEmpty()) {
                kind = name;
            } else if (!value.equals("null")) {
                values.put(kind + "." + name, number(file, line, value));
            }
        }
        return new BusBandwidths(values);
    }

    private static double number(Path file, int line, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new SimAiException(
                    file + ", line " + line + ": '" + value + "' is not a bandwidth", "Write GB/s, or null for none.");
        }
    }

    /** A value, if it is given. */
    OptionalDouble of(Parallel kind, CollectiveType collective) {
        return of(kind.name() + "." + CommWord.of(collective).toLowerCase(Locale.ROOT));
    }

    /** The rate of messages between stages, if it is given. */
    OptionalDouble stages() {
        return of("PP.busbw");
    }

    private OptionalDouble of(String key) {
        Double value = values.get(key);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
