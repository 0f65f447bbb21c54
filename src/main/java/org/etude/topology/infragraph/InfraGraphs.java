// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.etude.config.JsonFault;
import org.etude.report.AtomicFiles;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Report;
import org.etude.topology.graph.TopologyException;
import org.etude.topology.shape.TopologySpec;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Reads and writes InfraGraph descriptions in YAML or JSON. A document is an {@code infrastructure} alone or
 * accompanied by {@code annotations}, as InfraGraph's service returns them; of the annotations only the ranks of nodes
 * are used.
 */
public final class InfraGraphs {
    private static final Pattern KEYS = Pattern.compile("(?m)^(devices|instances|infrastructure)\\s*:");
    private static final int MOST_CHARACTERS = 1 << 28;

    private InfraGraphs() {}

    /**
     * The result of reading a description.
     *
     * @param spec the network
     * @param report what was assumed and left out
     */
    public record Read(TopologySpec spec, Report report) {}

    /** Whether a file name has an extension of InfraGraph descriptions. */
    public static boolean isName(Path file) {
        return file.toString().matches("(?i).*\\.(ya?ml|json)");
    }

    /** Whether a text looks like a description: JSON, or YAML with a key that only descriptions have. */
    public static boolean isOne(String text) {
        return text.stripLeading().startsWith("{") || KEYS.matcher(text).find();
    }

    /**
     * Reads a file.
     *
     * @throws TopologyException when it cannot be read, with the place in the document
     */
    public static Read read(Path file) {
        try {
            return parse(InputText.utf8(file), file.toString());
        } catch (IOException e) {
            throw new TopologyException(
                    file + ": the topology cannot be read: " + IoReason.of(e), "Check the path and its permissions.");
        }
    }

    /** Parses a text; {@code file} names it in errors. */
    public static Read parse(String text, String file) {
        InfraCursor top = new InfraCursor(tree(text, file), file, "");
        Optional<InfraCursor> inner = top.get("infrastructure");
        Optional<InfraCursor> annotations = inner.flatMap(i -> top.get("annotations"));
        inner.ifPresent(i -> top.only("infrastructure", "annotations"));
        annotations.ifPresent(a -> a.only("nodes", "edges", "links", "graph"));
        InfraCursor infrastructure = inner.orElse(top);
        InfraNodes nodes = InfraReader.read(infrastructure, annotations);
        TopologySpec spec = new InfraNetwork(infrastructure, nodes).spec();
        return new Read(spec, Report.of(nodes.findings));
    }

    private static JsonNode tree(String text, String file) {
        boolean json = text.stripLeading().startsWith("{");
        ObjectMapper mapper = json ? new ObjectMapper() : new YAMLMapper(yaml());
        mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        mapper.enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        try {
            JsonNode tree = mapper.readTree(text);
            if (tree == null || !tree.isObject()) {
                throw new TopologyException(
                        file + ": is not an InfraGraph description",
                        "Write devices, links, instances and edges of an infrastructure.");
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw new TopologyException(
                    file + JsonFault.line(": ", e) + ": is not " + (json ? "JSON" : "YAML") + ": "
                            + JsonFault.reason(e),
                    "Correct the file.");
        }
    }

    private static YAMLFactory yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_CHARACTERS);
        return YAMLFactory.builder().loaderOptions(options).build();
    }

    /**
     * Writes a network, as JSON if the file name ends in .json, else as YAML. Reading the file returns an equal
     * network.
     *
     * @throws TopologyException when it cannot be written
     */
    public static void write(TopologySpec spec, Path file) {
        String text = text(spec, file.toString().endsWith(".json"));
        try {
            AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new TopologyException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
        }
    }

    /** The description of a network as text. */
    public static String text(TopologySpec spec, boolean json) {
        return InfraWriter.text(spec, json);
    }
}
