// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/** Fields of a Kineto event; times as whole nanoseconds. */
final class Events {
    private Events() {}

    static String name(JsonNode event) {
        return event.path("name").asText();
    }

    static boolean isOperator(JsonNode event) {
        String category = event.path("cat").asText();
        return category.equals("cpu_op") || category.equals("user_annotation");
    }

    static String thread(JsonNode event) {
        return event.get("tid").asText();
    }

    static long start(JsonNode event) {
        return nanoseconds(event.get("ts"));
    }

    static long end(JsonNode event) {
        return start(event) + nanoseconds(event.get("dur"));
    }

    static long record(JsonNode event) {
        return event.path("args").path("Record function id").asLong();
    }

    static ObjectNode args(ObjectNode event) {
        return (ObjectNode) event.get("args");
    }

    static BigDecimal microseconds(long nanoseconds) {
        return BigDecimal.valueOf(nanoseconds, 3);
    }

    private static long nanoseconds(JsonNode microseconds) {
        return microseconds.decimalValue().movePointRight(3).longValueExact();
    }
}
