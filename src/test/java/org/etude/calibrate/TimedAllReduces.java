// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The timed all-reduces of the shared measurements. */
public final class TimedAllReduces {
    private TimedAllReduces() {}

    /** The curve fitted to those of this many ranks; {@code collectives} is the content of collectives.json. */
    public static AlphaBetaCurve curve(JsonNode collectives, int ranks) {
        List<CollectiveTiming> timings = new ArrayList<>();
        for (JsonNode timed : collectives.get("rt_ws" + ranks)) {
            if (timed.get("op").asText().equals("all_reduce")) {
                timings.add(new CollectiveTiming(
                        "all_reduce",
                        ranks,
                        timed.get("bytes").asLong(),
                        timed.get("us_min").asDouble()));
            }
        }
        return AlphaBetaFit.fit(timings);
    }
}
