// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.plotly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/** Writes trees of Plotly as JSON. */
public final class PlotlyJson {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private PlotlyJson() {}

    /** ASCII JSON that cannot end the enclosing script: {@code <} is escaped. */
    public static String text(Map<String, Object> tree) {
        try {
            return MAPPER.writeValueAsString(tree).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a figure's tree cannot be written as JSON", e);
        }
    }
}
