// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import com.fasterxml.jackson.databind.JsonNode;

/** Whole numbers in JSON trees. Jackson's own conversions turn 1.5 into 1, and 2^32 into 0. */
public final class JsonWhole {
    private JsonWhole() {}

    /** Whether a value is a whole number that an int holds; 2.0 and 1e6 are. */
    public static boolean isInt(JsonNode value) {
        return value.canConvertToInt() && value.canConvertToExactIntegral();
    }

    /** Whether a value is a whole number that a long holds. */
    public static boolean isLong(JsonNode value) {
        return value.canConvertToLong() && value.canConvertToExactIntegral();
    }

    /** A whole number that an int holds; {@code otherwise} for any other value. */
    public static int orElse(JsonNode value, int otherwise) {
        return isInt(value) ? value.intValue() : otherwise;
    }
}
