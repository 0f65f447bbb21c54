// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.config.JsonFault;
import org.etude.config.JsonWhole;
import org.etude.report.IoReason;

/**
 * Reads timed collectives from JSON: an object with {@code ranks}, perhaps {@code rate} (a name of the network) and {@code
 * rows}, each with {@code type}, {@code size_bytes}, {@code time_us} and perhaps its own {@code ranks}:
 *
 * <pre>{"rate": "1gbit", "ranks": 2, "rows": [{"type": "all_reduce", "size_bytes": 1048576, "time_us": 8722.2}]}</pre>
 *
 * As in PyTorch, {@code size_bytes} is a rank's input: for an all-gather the part that each rank contributes. A row of
 * the type {@code send_recv_rtt} is a message and its answer, so half of it is one message.
 */
final class TimingsJson {
    private static final String ADVICE =
            "Give {\"ranks\": N, \"rows\": [{\"type\": \"all_reduce\", \"size_bytes\": B, \"time_us\": T}, ...]}.";
    private static final String ROUND_TRIP = "send_recv_rtt";

    private final Path file;
    private final JsonNode tree;

    TimingsJson(Path file) {
        this.file = file;
        try {
            tree = new ObjectMapper().readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw bad(JsonFault.notJson(", ", e), e);
        } catch (IOException e) {
            throw bad(": cannot be read: " + IoReason.of(e), e);
        }
        if (tree == null || !tree.path("rows").isArray()) {
            throw bad(": has no list \"rows\"", null);
        }
    }

    /** The network's name, "" when the file does not state it. */
    String rate() {
        return tree.path("rate").asText("");
    }

    /** All rows. */
    List<CollectiveTiming> timings() {
        List<CollectiveTiming> timings = new ArrayList<>();
        int number = 0;
        for (JsonNode row : tree.get("rows")) {
            timings.add(timing(row, number++));
        }
        return timings;
    }

    private CollectiveTiming timing(JsonNode row, int number) {
        String type = CollectiveTiming.typeOf(row.path("type").asText(""));
        JsonNode size = row.path("size_bytes");
        JsonNode time = row.path("time_us");
        JsonNode ranks = row.has("ranks") ? row.get("ranks") : tree.path("ranks");
        if (type.isEmpty() || !JsonWhole.isLong(size) || !time.isNumber() || !JsonWhole.isInt(ranks)) {
            throw bad(", row " + number + ": needs type, size_bytes, time_us and ranks, found " + row, null);
        }
        boolean trip = type.equals(ROUND_TRIP);
        long factor = type.equals("all_gather") || type.equals("gather") ? ranks.asInt() : 1;
        try {
            return new CollectiveTiming(
                    trip ? "sendrecv" : type,
                    ranks.asInt(),
                    Math.multiplyExact(size.asLong(), factor),
                    trip ? time.asDouble() / 2 : time.asDouble());
        } catch (CalibrationException | ArithmeticException e) {
            throw bad(", row " + number + ": not a timing: " + row, e);
        }
    }

    private CalibrationException bad(String what, Exception cause) {
        return new CalibrationException(file + what, ADVICE, cause);
    }
}
