// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.etude.Shared;
import org.etude.compat.chakra.convert.LinkedTraceConverter;
import org.etude.compat.chakra.text.TextConverter;
import org.etude.compat.chakra.text.TextWorkload;
import org.etude.compat.chakra.view.Jsonizer;
import org.etude.compat.chakra.view.TimelineVisualizer;
import org.etude.compat.chakra.view.Visualizer;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The twins of Chakra's tools against what the originals wrote, byte for byte, where the shared inputs are there. */
class ChakraToolsGoldenTest {
    @TempDir
    Path directory;

    private final List<String> differences = new ArrayList<>();
    private int cases;

    @Test
    void textWorkloads() throws IOException {
        for (Path text : files("text", ".txt")) {
            String name = text.getFileName().toString().replace(".txt", "");
            for (int passes = 1; passes <= 2; passes++) {
                compareText(text, name + ".p" + passes, passes);
            }
        }
        finish("text workloads");
    }

    private void compareText(Path text, String name, int passes) throws IOException {
        Path first = text.resolveSibling(name + ".0.et");
        if (!Files.exists(first)) {
            same(name, "refused", accepted(text) ? "accepted" : "refused");
            return;
        }
        EtSet set = TextConverter.convert(TextWorkload.read(text), name, 2, passes, Progress.NONE);
        for (int rank = 0; rank < 2; rank++) {
            Path written = directory.resolve(name + "." + rank + ".et");
            EtFiles.write(set.ranks().get(rank), written);
            same(name + "." + rank, bytes(text.resolveSibling(name + "." + rank + ".et")), bytes(written));
        }
    }

    private static boolean accepted(Path text) {
        try {
            TextWorkload.read(text);
            return true;
        } catch (EtException e) {
            return false;
        }
    }

    @Test
    void linkedTraces() throws IOException {
        for (Path linked : files("pairs", ".json.gz")) {
            String file = linked.getFileName().toString();
            if (!file.startsWith("hdt_")) {
                continue;
            }
            String rank = file.replaceAll("\\D", "");
            String name = linked.getParent().getFileName() + "." + rank;
            Path expected = linked.resolveSibling(name + ".et.gz");
            Path written = directory.resolve(name + ".et");
            EtFiles.write(LinkedTraceConverter.convert(linked, Files.exists(expected)), written);
            if (Files.exists(expected)) {
                same(name, bytes(expected), bytes(written));
                EtFiles.write(LinkedTraceConverter.convert(linked, false), written);
            }
            noDanglingDependency(name, EtFiles.read(written));
        }
        finish("linked traces");
    }

    private void noDanglingDependency(String name, EtGraph graph) {
        long dangling = 0;
        for (int i = 0; i < graph.size(); i++) {
            for (int k = 0; k < graph.depCount(i); k++) {
                dangling += graph.indexOf(graph.dep(i, k)) < 0 ? 1 : 0;
            }
        }
        same(name + " mended", "0 dangling", dangling + " dangling");
    }

    @Test
    void jsonViews() throws IOException {
        for (Path view : files("pairs", ".json.gz")) {
            String file = view.getFileName().toString();
            if (file.startsWith("jsonized_")) {
                Path et = view.resolveSibling(
                        view.getParent().getFileName() + "." + file.replaceAll("\\D", "") + ".et.gz");
                Path written = directory.resolve(file);
                Jsonizer.write(EtFiles.read(et), written);
                same(view.getParent().getFileName() + " " + file, bytes(view), bytes(written));
            }
        }
        Path small = Shared.dir("golden", "chakra", "visualizer", "MLP_ModelParallel.p1.0.json");
        Path smallWritten = directory.resolve("v.json");
        Jsonizer.write(EtFiles.read(mlp()), smallWritten);
        same("MLP_ModelParallel.p1.0", bytes(small), bytes(smallWritten));
        finish("JSON views");
    }

    @Test
    void graphs() throws IOException {
        Path dot = Shared.dir("golden", "chakra", "visualizer", "MLP_ModelParallel.p1.0");
        EtGraph graph = EtFiles.read(mlp());
        Path written = directory.resolve("g.dot");
        Visualizer.write(graph, written);
        same("dot", bytes(dot), bytes(written));
        Path graphml = directory.resolve("g.graphml");
        Visualizer.write(graph, graphml);
        same("graphml", bytes(dot.resolveSibling("MLP_ModelParallel.p1.0.graphml")), bytes(graphml));
        finish("graphs");
    }

    @Test
    void timelines() throws IOException {
        Path in = Shared.dir("golden", "chakra", "timeline", "in.csv");
        Path written = directory.resolve("t.json");
        TimelineVisualizer.write(in, written, 2, 1000);
        same("timeline", bytes(in.resolveSibling("out.json")), bytes(written));
        finish("timelines");
    }

    private static Path mlp() {
        return Shared.dir("golden", "chakra", "text", "MLP_ModelParallel.p1.0.et");
    }

    private void same(String name, Object expected, Object actual) {
        cases++;
        boolean equal =
                expected instanceof byte[] bytes ? Arrays.equals(bytes, (byte[]) actual) : expected.equals(actual);
        if (!equal) {
            differences.add(name);
        }
    }

    private void finish(String what) {
        System.out.println(what + ": " + cases + " cases, " + differences.size() + " differ");
        assertThat(cases).isPositive();
        assertThat(differences).isEmpty();
    }

    private static byte[] bytes(Path file) throws IOException {
        byte[] raw = Files.readAllBytes(file);
        if (raw.length > 2 && raw[0] == 0x1f && raw[1] == (byte) 0x8b) {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(raw))) {
                return in.readAllBytes();
            }
        }
        return raw;
    }

    private static List<Path> files(String folder, String ending) {
        try (Stream<Path> all = Files.walk(Shared.dir("golden", "chakra", folder))) {
            return all.filter(p -> p.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
