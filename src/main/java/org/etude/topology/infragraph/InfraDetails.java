// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.etude.topology.graph.TopologyException;

/**
 * What Etude writes into descriptions, which InfraGraph gives to people and leaves alone: {@code Etude: key=value; ...}. It
 * holds what the schema has no place for, so that a network is read back as it was.
 *
 * @param values texts by key
 */
record InfraDetails(Map<String, String> values) {
    private static final String START = "Etude: ";
    private static final Map<String, Pattern> NUMBERS = Map.of(
            InfraNetwork.LEVEL, Pattern.compile("[0-9]{1,4}"),
            InfraNetwork.GIVEN, Pattern.compile("[0-9]{1,9}"),
            InfraNetwork.PREFERRED, Pattern.compile("[0-9]{1,9}"),
            InfraNetwork.SIZES, Pattern.compile("[0-9]{1,9}(x[0-9]{1,9})*"),
            InfraNetwork.LOSS, Pattern.compile("0(\\.[0-9]{1,30})?|1(\\.0)?|[0-9](\\.[0-9]{1,30})?E-[0-9]{1,3}"));

    /**
     * The details of a description, none when it is somebody else's.
     *
     * @throws TopologyException when a number is out of range
     */
    static InfraDetails of(Optional<InfraCursor> description) {
        Map<String, String> values = new LinkedHashMap<>();
        String text = description.map(InfraCursor::text).orElse("");
        if (text.startsWith(START)) {
            for (String pair : text.substring(START.length()).split("; ")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    String key = pair.substring(0, equals);
                    String value = pair.substring(equals + 1);
                    if (NUMBERS.containsKey(key)
                            && !NUMBERS.get(key).matcher(value).matches()) {
                        throw description
                                .get()
                                .wrong(
                                        "says " + key + "=" + value + ", which Etude never wrote",
                                        "Take the description out, or write the file anew.");
                    }
                    values.put(key, value);
                }
            }
        }
        return new InfraDetails(values);
    }

    /** The same with one more. */
    InfraDetails with(String key, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(key, value.toString());
        return new InfraDetails(more);
    }

    static InfraDetails none() {
        return new InfraDetails(Map.of());
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** The description. */
    String text() {
        return START
                + values.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining("; "));
    }
}
