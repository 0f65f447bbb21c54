// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNodeType;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Writes the JSON view of an ET: the metadata and each node as consecutive JSON objects in protobuf's JSON mapping
 * (64-bit integers as strings, defaults omitted), indented by two.
 */
public final class Jsonizer {
    private final JsonIndenter json;

    private Jsonizer(Writer out) {
        this.json = new JsonIndenter(out);
    }

    /**
     * Writes the view to a file.
     *
     * @throws EtException when it cannot be written
     */
    public static void write(EtGraph graph, Path target) {
        try {
            AtomicFiles.write(target, out -> {
                Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII), 1 << 16);
                write(graph, writer);
                writer.flush();
            });
        } catch (IOException e) {
            throw new EtException(IoReason.notWritten(target, e), IoReason.notWrittenAdvice(e), Report.empty(), e);
        }
    }

    static void write(EtGraph graph, Writer out) throws IOException {
        Jsonizer jsonizer = new Jsonizer(out);
        jsonizer.metadata(graph);
        for (int node = 0; node < graph.size(); node++) {
            if ((node & 0xfff) == 0) {
                Progress.checkInterrupted();
            }
            jsonizer.node(graph, node);
        }
    }

    private void metadata(EtGraph graph) throws IOException {
        json.begin('{');
        if (!graph.version().isEmpty()) {
            json.key("version").raw(PythonJson.quote(graph.version()));
        }
        attributes(graph.metadata());
        json.end('}');
    }

    private void node(EtGraph graph, int node) throws IOException {
        json.begin('{');
        if (graph.id(node) != 0) {
            json.key("id").raw('"' + Long.toUnsignedString(graph.id(node)) + '"');
        }
        if (!graph.name(node).isEmpty()) {
            json.key("name").raw(PythonJson.quote(graph.name(node)));
        }
        EtNodeType type = graph.type(node);
        if (type != EtNodeType.INVALID) {
            json.key("type").raw('"' + type.wireName() + '"');
        }
        ids("ctrlDeps", graph.ctrlDeps(node));
        ids("dataDeps", graph.dataDeps(node));
        micros("startTimeMicros", graph.startMicros(node));
        micros("durationMicros", graph.durationMicros(node));
        io("inputs", graph.inputs(node));
        io("outputs", graph.outputs(node));
        attributes(graph.node(node).attributes());
        json.end('}');
    }

    private void micros(String key, long value) throws IOException {
        if (value != 0) {
            json.key(key).raw('"' + Long.toUnsignedString(value) + '"');
        }
    }

    private void ids(String key, long[] ids) throws IOException {
        if (ids.length > 0) {
            json.key(key).begin('[');
            for (long id : ids) {
                json.item().raw('"' + Long.toUnsignedString(id) + '"');
            }
            json.end(']');
        }
    }

    private void io(String key, EtIo io) throws IOException {
        if (io != null) {
            json.key(key).begin('{');
            text("values", io.values());
            text("shapes", io.shapes());
            text("types", io.types());
            json.end('}');
        }
    }

    private void text(String key, String value) throws IOException {
        if (!value.isEmpty()) {
            json.key(key).raw(PythonJson.quote(value));
        }
    }

    private void attributes(List<EtAttribute> attributes) throws IOException {
        if (attributes.isEmpty()) {
            return;
        }
        json.key("attr").begin('[');
        for (EtAttribute attribute : attributes) {
            json.item().begin('{');
            text("name", attribute.name());
            text("docString", attribute.doc());
            if (attribute.kind() != Kind.NONE) {
                value(attribute);
            }
            json.end('}');
        }
        json.end(']');
    }

    private void value(EtAttribute attribute) throws IOException {
        Kind kind = attribute.kind();
        String name = kind.name().toLowerCase(Locale.ROOT);
        if (!kind.isList()) {
            json.key(name + "Val").raw(scalar(kind, attribute.value()));
            return;
        }
        json.key(name.replace("_list", "List")).begin('{');
        List<?> values = (List<?>) attribute.value();
        if (!values.isEmpty()) {
            json.key("values").begin('[');
            for (Object value : values) {
                json.item().raw(scalar(kind, value));
            }
            json.end(']');
        }
        json.end('}');
    }

    private static String scalar(Kind kind, Object value) {
        if (value instanceof Long number) {
            return integer(kind, number);
        }
        if (value instanceof Double number) {
            return PythonNumbers.json(number);
        }
        if (value instanceof Float number) {
            return PythonNumbers.json(number);
        }
        if (value instanceof byte[] bytes) {
            return '"' + Base64.getEncoder().encodeToString(bytes) + '"';
        }
        return value instanceof Boolean ? value.toString() : PythonJson.quote((String) value);
    }

    /** 64-bit integers are strings, 32-bit ones numbers; unsigned ones are never negative. */
    private static String integer(Kind kind, long number) {
        return switch (kind) {
            case UINT32, UINT32_LIST, FIXED32, FIXED32_LIST -> Long.toString(number & 0xffffffffL);
            case UINT64, UINT64_LIST, FIXED64, FIXED64_LIST -> '"' + Long.toUnsignedString(number) + '"';
            case INT64, INT64_LIST, SINT64, SINT64_LIST, SFIXED64, SFIXED64_LIST -> "\"" + number + '"';
            default -> Long.toString(number);
        };
    }
}
