// SPDX-License-Identifier: Apache-2.0
package org.etude.et.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.etude.et.check.EtFeeder.Gating;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtFiles;
import org.junit.jupiter.api.Test;

class EtFeederTest {
    private static EtGraph graph(EtNode... nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("", List.of());
        for (EtNode node : nodes) {
            builder.add(node);
        }
        return builder.build();
    }

    private static EtNode comp(long id, long... deps) {
        return EtNode.of(id, "n" + id, EtNodeType.COMP).withDataDeps(deps);
    }

    @Test
    void lowestFreeIdFirstNotFileOrder() {
        EtGraph graph = graph(comp(9), comp(2, 9), comp(5), comp(1, 5, 2), comp(3, 9, 9));
        assertThat(EtFeeder.releaseOrder(graph, Gating.ALL)).containsExactly(5, 9, 2, 1, 3);
    }

    @Test
    void controlDependenciesHoldOnlyWhereTheyCount() {
        EtGraph graph = graph(comp(1), comp(0).withCtrlDeps(1), comp(2, 1).withCtrlDeps(1, 77));
        assertThat(EtFeeder.releaseOrder(graph, Gating.DATA)).containsExactly(0, 1, 2);
        assertThat(EtFeeder.releaseOrder(graph, Gating.ALL)).containsExactly(1, 0);
    }

    @Test
    void cyclesAreNeverReleased() {
        EtGraph graph = graph(comp(0), comp(1, 2), comp(2, 1), comp(3, 1));
        EtFeeder feeder = new EtFeeder(graph, Gating.ALL);
        assertThat(feeder.freeCount()).isEqualTo(1);
        feeder.finish(feeder.take());
        assertThat(feeder.hasFree()).isFalse();
        assertThat(feeder.finishedCount()).isEqualTo(1);
        assertThat(feeder.isHeld(0)).isFalse();
        assertThat(feeder.isHeld(3)).isTrue();
    }

    /** The orders that the original feeder released, of the traces next to them. */
    @Test
    void releasesAsTheOriginalDoes() throws IOException {
        List<String> differences = new ArrayList<>();
        int cases = 0;
        try (Stream<Path> files = Files.list(Shared.dir("golden", "chakra", "issue_order"))) {
            for (Path file : files.sorted().toList()) {
                cases++;
                String name = file.getFileName().toString().replace(".order.gz", "");
                if (!Arrays.equals(order(file), EtFeeder.releaseOrder(EtFiles.read(trace(name)), Gating.DATA))) {
                    differences.add(name);
                }
            }
        }
        assertThat(cases).isPositive();
        System.out.println("feeder: " + cases + " cases, " + differences.size() + " differ");
        assertThat(differences).isEmpty();
    }

    private static Path trace(String name) {
        Path text = Shared.dir("golden", "chakra", "text").resolve(name);
        return Files.exists(text)
                ? text
                : Shared.dir("golden", "chakra", "pairs", name.replaceAll("\\..*", ""), name + ".gz");
    }

    private static long[] order(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            return reader.lines().mapToLong(Long::parseLong).toArray();
        }
    }
}
