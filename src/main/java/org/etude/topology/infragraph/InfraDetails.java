package org.etude.topology.infragraph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What Etude writes into descriptions, which InfraGraph gives to people and leaves alone: {@code Etude: key=value; ...}. It
 * holds what the schema has no place for, so that a network is read back as it was.
 *
 * @param values texts by key
 */
record InfraDetails(Map<String, String> values) {
    private static final String START = "Etude: ";

    /** The details of a description, none when it is somebody else's. */
    static InfraDetails of(Optional<InfraCursor> description) {
        Map<String, String> values = new LinkedHashMap<>();
        String text = description.map(InfraCursor::text).orElse("");
        if (text.startsWith(START)) {
            for (String pair : text.substring(START.length()).split("; ")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    values.put(pair.substring(0, equals), pair.substring(equals + 1));
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
