// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.topology.graph.TopologyException;

/**
 * A position in a document. Missing keys, wrong types and unknown keys are reported with file and path.
 *
 * @param node the node at this position
 * @param file the file, for errors
 * @param path the path to the node, such as {@code devices[0].components[1]}; "" at the top
 */
record InfraCursor(JsonNode node, String file, String path) {
    private static final int MOST_DIGITS = 100;

    /** The value of a key, if present and not null. */
    Optional<InfraCursor> get(String key) {
        JsonNode child = node.get(key);
        return child == null || child.isNull()
                ? Optional.empty()
                : Optional.of(new InfraCursor(child, file, path.isEmpty() ? key : path + "." + key));
    }

    /** The value of a required key. */
    InfraCursor need(String key) {
        return get(key).orElseThrow(() -> wrong("has no key " + key, "Give it."));
    }

    /** Rejects anything but an object, and any key not listed. */
    InfraCursor only(String... keys) {
        if (!node.isObject()) {
            throw wrong("is " + shown() + ", not an object with keys", "Use " + String.join(", ", keys) + ".");
        }
        node.fieldNames().forEachRemaining(key -> {
            if (!List.of(keys).contains(key)) {
                throw wrong(
                        "has the key " + key + ", which InfraGraph 2.4 does not define here",
                        "Use " + String.join(", ", keys) + ".");
            }
        });
        return this;
    }

    /** The entries of the list under a key; none when the key is missing. */
    List<InfraCursor> list(String key) {
        List<InfraCursor> entries = new ArrayList<>();
        get(key).ifPresent(list -> {
            if (!list.node.isArray()) {
                throw list.wrong("is " + list.shown() + ", not a list", "Begin each entry with '- '.");
            }
            for (int i = 0; i < list.node.size(); i++) {
                entries.add(new InfraCursor(list.node.get(i), file, list.path + "[" + i + "]"));
            }
        });
        return entries;
    }

    /** The value as text. */
    String text() {
        if (!node.isValueNode()) {
            throw wrong("is " + shown() + ", not a text", "Give a text.");
        }
        return node.asText();
    }

    /** The value as a whole number, 0 or more. */
    int count() {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 0) {
            throw wrong("is " + shown() + ", not a count", "Give a whole number, 0 or more.");
        }
        return node.intValue();
    }

    /**
     * The value as a number: 0, or from 1e-100 to 1e100. A rate in bytes or a latency in ns cannot hold values outside
     * this range.
     */
    BigDecimal number() {
        if (!node.isNumber() || node.decimalValue().signum() < 0) {
            throw wrong("is " + shown() + ", not a number 0 or above", "Give a number.");
        }
        BigDecimal value = node.decimalValue();
        if (value.signum() > 0 && Math.abs((long) value.precision() - value.scale()) > MOST_DIGITS) {
            throw wrong("is " + shown() + ", too large or too small", "Give a number from 1e-100 to 1e100, or 0.");
        }
        return value;
    }

    private String shown() {
        String text = node.toString();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    /** An error at this position. */
    TopologyException wrong(String what, String advice) {
        return new TopologyException(file + ": " + (path.isEmpty() ? "" : path + ": ") + what, advice);
    }
}
