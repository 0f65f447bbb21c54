// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes are copied verbatim except for id, name and parent. */
class NodeTextTest {
    @TempDir
    Path dir;

    private HostNodes read(String json, boolean gzip) throws IOException {
        Path file = dir.resolve("host.json");
        try (OutputStream out =
                gzip ? new GZIPOutputStream(Files.newOutputStream(file)) : Files.newOutputStream(file)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return new HostNodes(file, dir.resolve("spool"));
    }

    private static String written(HostNodes nodes, int k, String name) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
        nodes.node(k).write(out, 100, bytes, 99, ",\"more\":1");
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everythingElseKeepsItsText() throws IOException {
        String json = "{\"schema\":\"1.1.1\",\"nodes\":[\n"
                + " {\"ctrl_deps\": 3 ,\"x\": [1.50, {\"id\": 8}], \"name\": \"caf\u00e9 \\\"q\\\"\", \"id\" : 20 },"
                + " {\"id\": 5, \"name\": \"b\", \"ctrl_deps\": 1,} ], \"pid\": 4}";
        try (HostNodes nodes = read(json, false)) {
            assertThat(nodes.size()).isEqualTo(2);
            assertThat(nodes.id(0)).isEqualTo(5);
            assertThat(nodes.parent(1)).isEqualTo(3);
            assertThat(nodes.header().toString()).isEqualTo("{\"schema\":\"1.1.1\",\"nodes\":null,\"pid\":4}");
            assertThat(written(nodes, 0, null))
                    .isEqualTo("{\"id\": 100, \"name\": \"b\", \"ctrl_deps\": 99,\"more\":1}");
            assertThat(written(nodes, 1, null))
                    .isEqualTo("{\"ctrl_deps\": 99 ,\"x\": [1.50, {\"id\": 8}],"
                            + " \"name\": \"caf\u00e9 \\\"q\\\"\", \"id\" : 100,\"more\":1}");
            assertThat(written(nodes, 0, "\"kernel\"")).contains("\"name\": \"kernel\"");
        }
    }

    @Test
    void aByteOrderMarkAndPackingChangeNothing() throws IOException {
        String json = "\uFEFF{\"nodes\":[{\"id\":1,\"name\":\"a\",\"ctrl_deps\":0}]}";
        for (boolean gzip : new boolean[] {false, true}) {
            try (HostNodes nodes = read(json, gzip)) {
                assertThat(written(nodes, 0, null))
                        .isEqualTo("{\"id\":100,\"name\":\"a\",\"ctrl_deps\":99,\"more\":1}");
            }
            assertThat(dir.resolve("spool")).doesNotExist();
        }
    }

    @Test
    void flatNodesAreWrittenInTheNestedLayout() throws IOException {
        try (HostNodes nodes =
                read("{\"nodes\":[{\"name\":\"a\",\"id\":7,\"rf_id\":3,\"parent\":2,\"inputs\":[]}]}", false)) {
            assertThat(nodes.parent(0)).isEqualTo(2);
            assertThat(written(nodes, 0, null))
                    .startsWith("{\"id\":100,\"name\":\"a\",\"ctrl_deps\":99,\"inputs\":{\"values\":[]")
                    .endsWith("\"value\":3}],\"more\":1}");
        }
    }
}
