// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.topology.graph.TopologyException;

/**
 * A place in a document. What is missing, of another type or not known is reported with the file and the path to it.
 *
 * @param node what stands there
 * @param file the file, for errors
 * @param path the way to it, such as {@code devices[0].components[1]}; "" at the top
 */
record InfraCursor(JsonNode node, String file, String path) {
    private static final int MOST_DIGITS = 100;

    /** The place of a key, if it is there and not null. */
    Optional<InfraCursor> get(String key) {
        JsonNode child = node.get(key);
        return child == null || child.isNull()
                ? Optional.empty()
                : Optional.of(new InfraCursor(child, file, path.isEmpty() ? key : path + "." + key));
    }

    /** The place of a key that must be there. */
    InfraCursor need(String key) {
        return get(key).orElseThrow(() -> wrong("has no key " + key, "Give it."));
    }

    /** Refuses anything but an object, and keys other than these. */
    InfraCursor only(String... keys) {
        if (!node.isObject()) {
            throw wrong("is " + shown() + ", not an object with keys", "Use " + String.join(", ", keys) + ".");
        }
        node.fieldNames().forEachRemaining(key -> {
            if (!List.of(keys).contains(key)) {
                throw wrong(
                        "has the key " + key + ", which InfraGraph 2.4 does not know here",
                        "Use " + String.join(", ", keys) + ".");
            }
        });
        return this;
    }

    /** The entries of a list under a key; none when the key is missing. */
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

    /** A text. */
    String text() {
        if (!node.isValueNode()) {
            throw wrong("is " + shown() + ", not a text", "Give a text.");
        }
        return node.asText();
    }

    /** A whole number of 0 or more. */
    int count() {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 0) {
            throw wrong("is " + shown() + ", not a count", "Give a whole number, 0 or more.");
        }
        return node.intValue();
    }

    /** A number of 0 or more, 0 or from 1e-100 to 1e100: more or less than that a rate or a latency in bytes or ns cannot hold. */
    BigDecimal number() {
        if (!node.isNumber() || node.decimalValue().signum() < 0) {
            throw wrong("is " + shown() + ", not a number of 0 or more", "Give a number.");
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

    /** The error of this place. */
    TopologyException wrong(String what, String advice) {
        return new TopologyException(file + ": " + (path.isEmpty() ? "" : path + ": ") + what, advice);
    }
}
