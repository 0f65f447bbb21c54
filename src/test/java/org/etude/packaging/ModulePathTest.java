// SPDX-License-Identifier: Apache-2.0
package org.etude.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of a user's, a module that requires {@code org.etude}, with only the libraries that a library user gets. */
class ModulePathTest {
    /** What {@code mvn dependency:tree} of a project with Etude as its only dependency lists. */
    private static final List<String> LIBRARIES = List.of(
            "RoaringBitmap",
            "classgraph",
            "commons-logging",
            "commons-math3",
            "failureaccess",
            "fastcsv",
            "fastutil",
            "fontbox",
            "guava",
            "hipparchus-core",
            "icu4j",
            "jackson-annotations",
            "jackson-core",
            "jackson-databind",
            "jackson-dataformat-yaml",
            "pdfbox",
            "pdfbox-io",
            "protobuf-java",
            "slf4j-api",
            "snakeyaml",
            "tablesaw-core",
            "univocity-parsers");

    private static final String PROGRAM = """
            package user;

            import org.etude.Plots;
            import org.etude.Simulation;
            import org.etude.Sweep;
            import org.etude.Topology;
            import org.etude.Traces;
            import org.etude.Workload;
            import org.etude.unit.Bandwidth;
            import org.etude.unit.Time;
            import tech.tablesaw.api.Table;

            public class Main {
                public static void main(String[] arguments) {
                    Workload work = Traces.load(arguments[0]).link().toEt().repair();
                    Simulation run = work.simulate(
                            Topology.ring(2).bandwidth(Bandwidth.gbps(100)).latency(Time.us(2)));
                    Table ranks = run.ranks();
                    System.out.println(ranks.rowCount() + " ranks, complete " + run.isComplete());
                    Plots.overlap(run).save(arguments[1] + "/overlap.pdf");
                    for (int i = 0; i < 2; i++) {
                        Sweep.Result swept = Sweep.of(work).over(Topology.parse("dgx-h100", 2)).cache(arguments[1]).run();
                        Table rows = swept.table();
                        System.out.println(rows.column("status").getString(0) + " " + rows.column("cached").getString(0));
                    }
                }
            }
            """;

    @TempDir
    private static Path etude;

    @TempDir
    private Path dir;

    @BeforeAll
    static void moduleOfTheClasses() throws IOException {
        copy(Path.of("target", "classes"), etude);
        assertThat(javac(
                        Path.of("src", "main", "java", "module-info.java"),
                        etude,
                        everything(),
                        "--patch-module",
                        "org.etude=" + etude))
                .doesNotContain("error:");
    }

    @Test
    void aProgramRunsTheChain() throws Exception {
        source("module-info.java", "module user { requires org.etude; }");
        source("user/Main.java", PROGRAM);
        String path = etude + File.pathSeparator + libraries();
        assertThat(javac(dir.resolve("source"), dir.resolve("user"), path)).isEmpty();

        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx400m",
                        "-XX:TieredStopAtLevel=1",
                        "--module-path",
                        dir.resolve("user") + File.pathSeparator + path,
                        // PDFBox is optional, so the module of its logger is resolved only when asked for.
                        "--add-modules",
                        "org.apache.commons.logging",
                        "--module",
                        "user/user.Main",
                        Path.of("data", "collectives-2").toAbsolutePath().toString(),
                        dir.toString())
                .redirectError(dir.resolve("errors").toFile())
                .start();
        program.getOutputStream().close();
        String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output)
                .as(Files.readString(dir.resolve("errors")))
                .isEqualToNormalizingNewlines("2 ranks, complete true\ndone no\ndone yes\n");
        assertThat(dir.resolve("overlap.pdf")).isNotEmptyFile();
    }

    @Test
    void aStageInsideIsNotVisible() throws IOException {
        source("module-info.java", "module user { requires org.etude; }");
        source("user/Main.java", "package user; class Main { org.etude.sim.engine.Engine engine; }");
        assertThat(javac(dir.resolve("source"), dir.resolve("user"), etude + File.pathSeparator + libraries()))
                .contains("package org.etude.sim.engine is not visible");
    }

    private void source(String name, String text) throws IOException {
        Path file = dir.resolve("source").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** What the compiler says. */
    private static String javac(Path sources, Path output, String modules, String... options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-d", output.toString(), "--release", "17", "--module-path", modules));
        arguments.addAll(List.of(options));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(new String[0]));
        return said.toString(StandardCharsets.UTF_8);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = from.relativize(file).toString();
                if (!name.isEmpty() && !name.startsWith("META-INF" + File.separator + "sources")) {
                    Files.copy(file, to.resolve(name));
                }
            }
        }
        Files.deleteIfExists(to.resolve("module-info.class"));
    }

    private static String libraries() {
        List<String> found =
                jars().filter(jar -> LIBRARIES.contains(artifact(jar))).collect(Collectors.toList());
        assertThat(found.stream().map(ModulePathTest::artifact)).containsExactlyInAnyOrderElementsOf(LIBRARIES);
        return String.join(File.pathSeparator, found);
    }

    /** The compile class path. Libraries of Maven's own share packages and stay on the class path: only %maven uses them, at run time. */
    private static String everything() {
        return jars().filter(jar -> !artifact(jar).matches("jcl-over-slf4j|maven-(?!resolver-).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"));
    }

    private static String artifact(String jar) {
        return Path.of(jar).getFileName().toString().replaceFirst("-\\d.*", "");
    }
}
