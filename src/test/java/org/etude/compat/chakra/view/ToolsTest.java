// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolsTest {
    @TempDir
    Path directory;

    private static EtGraph graph() {
        return new EtGraphBuilder("1.0", List.of())
                .add(EtNode.of(0, "COMP_NODE_a", EtNodeType.COMP).withDurationMicros(5))
                .add(new EtNode(
                        7,
                        "aten::mm<x> & {\"é\"}",
                        EtNodeType.COMM_COLL,
                        new long[] {0},
                        new long[] {0, 9},
                        3,
                        0,
                        new EtIo("[]", "", ""),
                        null,
                        List.of(
                                EtAttribute.int64("comm_type", 0),
                                EtAttribute.bool("is_cpu_op", false),
                                new EtAttribute("d", "doc", Kind.DOUBLE_LIST, List.of(1e16, 0.1)),
                                new EtAttribute("u", "", Kind.UINT64, -1L),
                                new EtAttribute("e", "", Kind.INT32_LIST, List.of()))))
                .build();
    }

    @Test
    void jsonViewFollowsProtobufsMapping() throws IOException {
        StringWriter out = new StringWriter();
        Jsonizer.write(graph(), out);
        assertThat(out).hasToString("""
                        {
                          "version": "1.0"
                        }{
                          "name": "COMP_NODE_a",
                          "type": "COMP_NODE",
                          "durationMicros": "5"
                        }{
                          "id": "7",
                          "name": "aten::mm<x> & {\\"\\u00e9\\"}",
                          "type": "COMM_COLL_NODE",
                          "ctrlDeps": [
                            "0"
                          ],
                          "dataDeps": [
                            "0",
                            "9"
                          ],
                          "startTimeMicros": "3",
                          "inputs": {
                            "values": "[]"
                          },
                          "attr": [
                            {
                              "name": "comm_type",
                              "int64Val": "0"
                            },
                            {
                              "name": "is_cpu_op",
                              "boolVal": false
                            },
                            {
                              "name": "d",
                              "docString": "doc",
                              "doubleList": {
                                "values": [
                                  1e+16,
                                  0.1
                                ]
                              }
                            },
                            {
                              "name": "u",
                              "uint64Val": "18446744073709551615"
                            },
                            {
                              "name": "e",
                              "int32List": {}
                            }
                          ]
                        }""");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,0.1",
        "1e16,1e+16",
        "123456789012345.6,123456789012345.6",
        "1e-5,1e-05",
        "0.0001,0.0001",
        "-2.5e-7,-2.5e-07",
        "5,5.0",
        "-0.0,-0.0",
        "2e-308,2e-308",
        "1.7976931348623157e308,1.7976931348623157e+308",
        "2.0E-3,0.002"
    })
    void floatsAreWrittenAsPythonDoes(double value, String text) {
        assertThat(PythonNumbers.json(value)).isEqualTo(text);
    }

    @Test
    void floatsOf32BitsAreShortToo() {
        assertThat(PythonNumbers.json(1.2345f)).isEqualTo("1.2345");
        assertThat(PythonNumbers.json(Float.NaN)).isEqualTo("\"NaN\"");
        assertThat(PythonNumbers.json(Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    }

    @Test
    void dotQuotesWhatTheLanguageCannotTakeBare() throws IOException {
        StringWriter out = new StringWriter();
        DotWriter.write(graph(), out);
        assertThat(out)
                .hasToString("digraph {\n"
                        + "\t0 [label=COMP_NODE_a id=0 shape=record]\n"
                        + "\t7 [label=\"aten::mm\\<x\\> \\& \\{\\\"é\\\"\\}\" id=7 shape=record]\n"
                        + "\t0 -> 7 [arrowhead=normal]\n"
                        + "\t9 -> 7 [arrowhead=normal]\n"
                        + "\t0 -> 7 [arrowhead=tee]\n"
                        + "}\n");
    }

    @Test
    void graphmlKeepsDanglingNodesAndLetsControlWin() throws IOException {
        StringWriter out = new StringWriter();
        GraphmlWriter.write(graph(), out);
        assertThat(out.toString())
                .contains("<data key=\"d0\">aten::mm&lt;x&gt; &amp; {\"é\"}</data>", "    <node id=\"9\" />\n")
                .contains("<edge source=\"0\" target=\"7\">\n      <data key=\"d1\">control</data>")
                .contains("<edge source=\"9\" target=\"7\">\n      <data key=\"d1\">data</data>")
                .containsOnlyOnce("source=\"0\"");
    }

    @Test
    void picturesNeedNoGraphviz() throws IOException {
        Path svg = directory.resolve("g.svg");
        Visualizer.write(graph(), svg);
        assertThat(svg)
                .content()
                .startsWith("<svg ")
                .contains("<title>7 aten::mm&lt;x&gt;")
                .endsWith("</svg>\n");
        Path dot = directory.resolve("g.dot");
        Visualizer.write(graph(), dot);
        assertThat(Files.readString(dot)).startsWith("digraph {");
        assertThatThrownBy(() -> Visualizer.write(graph(), directory.resolve("g.pdf")))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("dot -Tpdf -O g.dot");
        assertThatThrownBy(() -> Visualizer.write(graph(), directory.resolve("g.png")))
                .hasMessageContaining("unknown ending");
    }

    @Test
    void layersPutEveryNodeBelowItsDependencies() {
        EtGraphBuilder builder = new EtGraphBuilder("", List.of());
        builder.add(EtNode.of(0, "a", EtNodeType.COMP));
        builder.add(EtNode.of(1, "b", EtNodeType.COMP).withDataDeps(0));
        builder.add(EtNode.of(2, "c", EtNodeType.COMP).withDataDeps(0, 1));
        builder.add(EtNode.of(3, "d", EtNodeType.COMP).withDataDeps(4));
        builder.add(EtNode.of(4, "e", EtNodeType.COMP).withDataDeps(3));
        LayeredLayout layout = LayeredLayout.of(builder.build());
        assertThat(List.of(layout.layerOf(0), layout.layerOf(1), layout.layerOf(2)))
                .containsExactly(0, 1, 2);
        assertThat(layout.layer(3)).containsExactlyInAnyOrder(3, 4);
    }

    @Test
    void timelineReadsBothKindsOfLog() throws IOException {
        Path log = directory.resolve("log.csv");
        Files.writeString(log, """
                issue,sys=0,cycle=0,id=0,name=COMP_NODE_a
                a line about something else
                callback,sys=0,cycle=5000,id=0,name=COMP_NODE_a
                issue,sys->id=1, tick=10, node->id=2, node->name=aten::mm, node->type=4
                callback,sys->id=1, tick=20, node->id=2, node->name=aten::mm, node->type=4
                """);
        Path json = directory.resolve("t.json");
        TimelineVisualizer.write(log, json, 2, 1000);
        assertThat(json)
                .hasContent("{\"meta_user\": \"aras\", \"traceEvents\": ["
                        + "{\"pid\": 0, \"tid\": 3, \"ts\": 0.0, \"dur\": 0.005, \"ph\": \"X\", \"name\": \"COMP_NODE_a\", \"args\": {\"ms\": 0.005}}, "
                        + "{\"pid\": 1, \"tid\": 3, \"ts\": 1e-05, \"dur\": 1e-05, \"ph\": \"X\", \"name\": \"aten::mm\", \"args\": {\"ms\": 1e-05}}"
                        + "], \"meta_cpu_count\": 2}");
    }

    @Test
    void timelineNamesTheLineItCannotRead() throws IOException {
        Path log = directory.resolve("log.csv");
        Path json = directory.resolve("t.json");
        Files.writeString(log, "issue,sys=0,cycle=0,id=0,name=mystery\ncallback,sys=0,cycle=1,id=0,name=mystery\n");
        assertThatThrownBy(() -> TimelineVisualizer.write(log, json, 1, 1000))
                .isInstanceOf(EtException.class)
                .hasMessageContaining("log.csv: line 2:")
                .hasMessageContaining("node type cannot be identified from mystery");
        Files.writeString(log, "callback,sys=0,cycle=1,id=4,name=COMP_NODE\n");
        assertThatThrownBy(() -> TimelineVisualizer.write(log, json, 1, 1000))
                .hasMessageContaining("node 4 ends but was not issued");
        Files.writeString(log, "issue,sys=3,cycle=1,id=4,name=COMP_NODE\n");
        assertThatThrownBy(() -> TimelineVisualizer.write(log, json, 1, 1000)).hasMessageContaining("rank 3 of 1");
        Files.writeString(log, "issue,sys=x\n");
        assertThatThrownBy(() -> TimelineVisualizer.write(log, json, 1, 1000)).hasMessageContaining("line 1");
        assertThat(json).doesNotExist();
    }
}
