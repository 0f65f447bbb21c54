// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.config.JsonFault;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtException;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;

/** Reads linked JSON, plain or gzip, node by node. */
final class LinkedTraceReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final String file;
    private final List<LinkedNode> nodes = new ArrayList<>();
    private String schema;
    private String time = "";
    private long pid;
    private long start;
    private long finish;

    private LinkedTraceReader(String file) {
        this.file = file;
    }

    static LinkedTrace read(Path path) {
        LinkedTraceReader reader = new LinkedTraceReader(path.toString());
        try (InputStream in = Gzip.open(path);
                JsonParser json = JSON.createParser(in)) {
            try {
                reader.top(json);
            } catch (JsonProcessingException e) {
                JsonLocation at = e.getLocation() == null ? json.currentLocation() : e.getLocation();
                throw reader.broken(
                        "not valid JSON at byte " + at.getByteOffset() + ", node " + reader.nodes.size() + " ("
                                + JsonFault.reason(e) + ")",
                        e);
            }
        } catch (IOException e) {
            throw reader.broken("cannot be read (" + IoReason.of(e) + ")", e);
        }
        return reader.finish();
    }

    private LinkedTrace finish() {
        if (schema == null || nodes.isEmpty()) {
            throw broken("has no " + (schema == null ? "schema" : "nodes"), null);
        }
        return new LinkedTrace(
                file,
                schema,
                List.of(
                        EtAttribute.string("schema", schema),
                        EtAttribute.uint64("pid", pid),
                        EtAttribute.string("time", time),
                        EtAttribute.uint64("start_ts", start),
                        EtAttribute.uint64("finish_ts", finish)),
                nodes);
    }

    private void top(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw broken("is not a JSON object", null);
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            switch (key) {
                case "schema" -> schema = json.getValueAsString("");
                case "pid" -> pid = json.getValueAsLong();
                case "time" -> time = json.getValueAsString("");
                case "start_ts" -> start = json.getValueAsLong();
                case "finish_ts" -> finish = json.getValueAsLong();
                case "nodes" -> nodes(json);
                default -> json.skipChildren();
            }
        }
    }

    private void nodes(JsonParser json) throws IOException {
        LinkedNodeReader reader = new LinkedNodeReader();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            if ((nodes.size() & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
            nodes.add(reader.read(json));
        }
    }

    private EtException broken(String what, Exception cause) {
        return new EtException(
                file + ": " + what + ".",
                "Give the linked JSON that chakra_trace_link (or etude chakra-trace-link) wrote.",
                Report.empty(),
                cause);
    }
}
