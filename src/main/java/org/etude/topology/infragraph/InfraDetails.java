// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.etude.topology.graph.TopologyException;

/**
 * What Etude writes into description fields, which InfraGraph treats as free text: {@code Etude: key=value; ...}. It
 * records what the schema cannot express, so that a network survives a round trip.
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
     * The details in a description; empty when Etude did not write it.
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
                                        "contains " + key + "=" + value + ", which Etude never writes",
                                        "Remove the description, or write the file again.");
                    }
                    values.put(key, value);
                }
            }
        }
        return new InfraDetails(values);
    }

    /** These details with one more key. */
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

    /** The text of the description field. */
    String text() {
        return START
                + values.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining("; "));
    }
}
