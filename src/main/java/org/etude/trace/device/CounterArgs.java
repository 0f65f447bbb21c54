// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.CounterValue;

/**
 * The arguments of a {@code cuda_profiler_range}: one number per counter that CUPTI read over the range, under the
 * counter's own name. Other values are ignored.
 */
final class CounterArgs {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private CounterArgs() {}

    /** The counters in an object's text, in order. */
    static List<CounterValue> of(String text) {
        List<CounterValue> values = new ArrayList<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken token = json.nextToken();
                if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
                    values.add(new CounterValue(name, json.getDoubleValue()));
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException e) {
            return List.of(); // the scanner accepted the text, so one that Jackson rejects holds no numbers
        }
        return List.copyOf(values);
    }
}
