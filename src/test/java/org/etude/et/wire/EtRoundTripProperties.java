// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.RandomEt;

class EtRoundTripProperties {
    private static byte[] write(EtGraph graph) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EtFiles.write(graph, out);
        return out.toByteArray();
    }

    private static EtGraph read(byte[] bytes) throws IOException {
        return EtFiles.read(new ByteArrayInputStream(bytes), "random");
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void whatIsWrittenIsRead(@ForAll long seed, @ForAll @IntRange(max = 40) int nodes) throws IOException {
        readAgain(seed, nodes);
    }

    @Tag("campaign")
    @Property(tries = 600, shrinking = ShrinkingMode.OFF)
    void muchThatIsWrittenIsRead(@ForAll long seed, @ForAll @IntRange(max = 40) int nodes) throws IOException {
        readAgain(seed, nodes);
    }

    private static void readAgain(long seed, int nodes) throws IOException {
        EtGraph graph = new RandomEt(seed).graph(nodes);
        EtGraph read = read(write(graph));
        assertThat(read.nodes()).usingRecursiveComparison().isEqualTo(graph.nodes());
        assertThat(read.metadata()).usingRecursiveComparison().isEqualTo(graph.metadata());
        assertThat(read.version()).isEqualTo(graph.version());
        assertThat(write(read)).isEqualTo(write(graph));
    }

    @Property(tries = 200, shrinking = ShrinkingMode.OFF)
    void protobufReadsTheSameAndWritesTheSameBytes(@ForAll long seed) throws IOException {
        byte[] bytes = write(new RandomEt(seed).graph(10));
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        GlobalMetadata.parseDelimitedFrom(in).writeDelimitedTo(out);
        for (Node node = Node.parseDelimitedFrom(in); node != null; node = Node.parseDelimitedFrom(in)) {
            node.writeDelimitedTo(out);
        }
        // An all-default record is the one thing we write longer than protobuf, so that readers do not stop there.
        assertThat(out.size()).isBetween(bytes.length - 22, bytes.length);
        assertThat(write(read(out.toByteArray()))).isEqualTo(out.toByteArray());
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void copyingNodesKeepsThem(@ForAll long seed) throws IOException {
        EtGraph graph = new RandomEt(seed).graph(12);
        EtGraphBuilder copy = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int i = 0; i < graph.size(); i++) {
            copy.add(graph, i, graph.ctrlDeps(i), graph.dataDeps(i));
        }
        assertThat(write(copy.build())).isEqualTo(write(graph));
    }
}
