// SPDX-License-Identifier: Apache-2.0
package org.etude.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.etude.report.Gzip;

/**
 * Reads a small JSON text as a tree, as {@code new ObjectMapper().readTree} does: the last of equal keys wins, text
 * after the value is not read, an empty text is a {@link MissingNode}. The mapper is avoided because its start-up (date
 * formats, locales, 250 classes) takes longer than a small simulation.
 */
public final class JsonTree {
    private static final long LONGEST = 1L << 28;

    private JsonTree() {}

    /**
     * Reads a text.
     *
     * @throws JsonProcessingException with the place, when it is not JSON
     */
    public static JsonNode of(String text) throws JsonProcessingException {
        try (JsonParser parser = factory().createParser(text)) {
            return read(parser);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    /**
     * Reads a file, gzip-compressed or not, of at most 256 MiB decompressed.
     *
     * @throws JsonProcessingException with the place, when it is not JSON
     * @throws IOException when the file cannot be read
     */
    public static JsonNode of(Path file) throws IOException {
        try (InputStream in = new BoundedStream(Gzip.open(file), LONGEST);
                JsonParser parser = factory().createParser(in)) {
            return read(parser);
        }
    }

    private static JsonFactory factory() {
        return new JsonFactory();
    }

    private static JsonNode read(JsonParser parser) throws IOException {
        return parser.nextToken() == null ? MissingNode.getInstance() : value(parser);
    }

    /** The value that begins at the current token; its depth is bounded by the parser. */
    private static JsonNode value(JsonParser parser) throws IOException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, nodes.objectNode());
            case START_ARRAY -> array(parser, nodes.arrayNode());
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser, nodes);
            case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDoubleValue());
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            default -> nodes.nullNode();
        };
    }

    private static JsonNode object(JsonParser parser, ObjectNode object) throws IOException {
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            parser.nextToken();
            object.set(key, value(parser));
        }
        return object;
    }

    private static JsonNode array(JsonParser parser, ArrayNode array) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser));
        }
        return array;
    }

    private static JsonNode integer(JsonParser parser, JsonNodeFactory nodes) throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> nodes.numberNode(parser.getIntValue());
            case LONG -> nodes.numberNode(parser.getLongValue());
            default -> nodes.numberNode(parser.getBigIntegerValue());
        };
    }
}
