// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.report.Progress;
import org.junit.jupiter.api.Test;

/**
 * The house of docs/architecture.md: every package is in the list, and each uses only packages that come before it. A new
 * package is entered here; one that cannot be entered without turning an arrow round is in the wrong place.
 */
class ArchitectureTest {
    private static final String ROOT = "org.etude";
    private static final int MOST_FILES = 35;

    /** All packages below org.etude, "" for itself, in the order in which they may use each other. */
    private static final List<String> ORDER = List.of(
            "unit",
            "number",
            "report",
            "digraph",
            "store",
            "cluster",
            "csv",
            "config",
            "spec",
            "spec.network",
            "trace.model",
            "trace.json",
            "trace.comm",
            "trace.database",
            "trace.rocprof",
            "trace.file",
            "trace.host",
            "trace.device",
            "trace.clock",
            "trace.load",
            "trace.activity",
            "trace.memory",
            "link.model",
            "link.host",
            "link.collective",
            "link.order",
            "link.match",
            "link.check",
            "link",
            "analysis.recorded",
            "analysis.counter",
            "et.graph",
            "et.wire",
            "et.timeline",
            "et.pace",
            "et.host",
            "et.comm",
            "et.convert",
            "et.check",
            "cluster.ranks",
            "flight",
            "repair.graph",
            "repair.across",
            "repair.pass",
            "repair",
            "cluster.repair",
            "compat.goal",
            "compat.msccl",
            "workload.scale",
            "workload.parallel",
            "workload.extrapolate",
            "workload.llm",
            "workload.llm.cost",
            "workload.llm.given",
            "workload.llm.step",
            "topology.graph",
            "topology.shape",
            "topology.text",
            "compat.simai.cluster",
            "topology.infragraph",
            "topology.nccl",
            "collective",
            "network.queue",
            "network.analytic",
            "network.packet.spec",
            "network.packet.state",
            "network.packet.congestion",
            "network.packet.device",
            "network.packet.part",
            "network.packet.parallel",
            "network.packet.forward",
            "network.packet",
            "network.packet.file",
            "sim.spec",
            "sim.program",
            "sim.collective",
            "sim.event",
            "sim.memory",
            "sim.timed",
            "sim.engine",
            "sim.checkpoint",
            "sim.result",
            "sim.stall",
            "sim.symmetry",
            "sim",
            "replay",
            "analysis",
            "compat.astra",
            "compat.chakra.link",
            "compat.chakra.view",
            "compat.chakra.convert",
            "compat.chakra.text",
            "compat.simai.aicb",
            "compat.simai.text",
            "compat.simai.step",
            "compat.simai.model",
            "compat.simai.analytic",
            "compat.simai.flow",
            "compat.triosim.trace",
            "compat.triosim.engine",
            "compat.triosim.replay",
            "compat.triosim.corrected",
            "compat.triosim",
            "compat.triosim.tracer",
            "calibrate",
            "calibrate.bench",
            "calibrate.inspector",
            "calibrate.timed",
            "calibrate.steps",
            "sweep",
            "plan",
            "table.schema",
            "table.recorded",
            "table.work",
            "table.run",
            "table.shard",
            "table",
            "plot.model",
            "plot.paint",
            "plot.plotly",
            "plot.figure",
            "plot.chart",
            "",
            "logs",
            "notebook.output",
            "notebook.error",
            "notebook.compiler",
            "notebook.complete",
            "notebook.eval",
            "notebook.display",
            "notebook.ipynb",
            "notebook.run",
            "notebook.widget",
            "notebook.magic",
            "notebook.html",
            "notebook.wire",
            "notebook.install",
            "notebook.kernel",
            "cli.base",
            "cli.option",
            "cli.analysis",
            "cli.notebook",
            "compat.astra.command",
            "compat.msccl.command",
            "compat.chakra.command",
            "compat.simai.command",
            "compat.triosim.command",
            "cli.command",
            "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void everyPackageIsInTheListOnce() {
        TreeSet<String> packages =
                CLASSES.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));
        assertThat(ORDER).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(packages);
    }

    @Test
    void packagesUseOnlyWhatComesBeforeThem() {
        ArchRuleDefinition.classes()
                .should(new ArchCondition<>("use only packages that come before their own") {
                    @Override
                    public void check(JavaClass from, ConditionEvents events) {
                        from.getDirectDependenciesFromSelf().forEach(dependency -> {
                            JavaClass to = dependency.getTargetClass();
                            if (isOurs(to) && !room(to).equals(room(from)) && place(to) >= place(from)) {
                                events.add(SimpleConditionEvent.violated(from, dependency.getDescription()));
                            }
                        });
                    }
                })
                .check(CLASSES);
    }

    @Test
    void noPackageIsCrowded() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(Path.of("src/main/java"))) {
            tree.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> files.merge(file.getParent().toString(), 1, Integer::sum));
        }
        assertThat(files)
                .isNotEmpty()
                .allSatisfy((folder, count) -> assertThat(count).as(folder).isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void simpleNamesOccurOnce() throws IOException {
        Map<String, List<String>> places;
        try (Stream<Path> tree = Files.walk(Path.of("src/main/java"))) {
            places = tree.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .collect(Collectors.groupingBy(
                            file -> file.getFileName().toString(),
                            TreeMap::new,
                            Collectors.mapping(Path::toString, Collectors.toList())));
        }
        assertThat(places)
                .isNotEmpty()
                .allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
    }

    @Test
    void tablesawStaysAtTheEdge() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT,
                        ROOT + ".logs",
                        ROOT + ".table..",
                        ROOT + ".plot..",
                        ROOT + ".notebook..",
                        ROOT + ".cli..",
                        ROOT + ".compat.*.command..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tech.tablesaw..")
                .check(CLASSES);
    }

    /** These dependencies are optional in the POM: a project that uses Etude as a library does not have them. */
    @Test
    void whatOnlyTheShellAndTheNotebookNeedStaysThere() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".notebook..", ROOT + ".cli..", ROOT + ".compat.*.command..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "picocli..",
                        "io.github.spencerpark..",
                        "org.zeromq..",
                        "zmq..",
                        "com.google.gson..",
                        "org.objectweb.asm..",
                        "eu.maveniverse..",
                        "org.commonmark..",
                        "tech.tablesaw.plotly..")
                .check(CLASSES);
    }

    @Test
    void protobufStaysInsideEt() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".et..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.google.protobuf..")
                .check(CLASSES);
    }

    @Test
    void nothingButTheCommandLineAndTheNotebookStandsOnThePublicApi() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT, ROOT + ".logs", ROOT + ".notebook..", ROOT + ".cli..", ROOT + ".compat.*.command..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .check(CLASSES);
    }

    /** Stages are passed their progress listener; only verbs of the public API, which a cell calls, look it up by thread. */
    @Test
    void onlyTheDoorAsksWhoWatches() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT, ROOT + ".logs", ROOT + ".notebook.eval", ROOT + ".report")
                .should()
                .callMethod(Progress.class, "ambient")
                .check(CLASSES);
    }

    /**
     * What the command line may use: the public API and the options of its verbs, quantities, errors and findings, tables and figures
     * as files; the notebook's commands also the notebook, and {@code etude} itself the commands of other tools.
     */
    @Test
    void theCommandLineStandsOnThePublicApi() {
        Set<String> door = Set.of(
                "",
                "spec",
                "spec.network",
                "cluster",
                "logs",
                "unit",
                "report",
                "config",
                "table",
                "table.schema",
                "plot.figure",
                "plot.model");
        TreeSet<String> inside = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            if (room(from).equals("cli") || room(from).startsWith("cli.")) {
                from.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass())
                        .filter(to -> isOurs(to) && !door.contains(room(to)))
                        .filter(to -> !room(to).matches("cli(\\..*)?|logs|notebook\\..*|compat\\.\\w+\\.command"))
                        .forEach(to -> inside.add(from.getSimpleName() + " -> " + room(to) + "." + to.getSimpleName()));
            }
        }
        // What is left; nothing is added here.
        assertThat(inside)
                .isSubsetOf(
                        "ExportCommand -> compat.goal.GoalFiles",
                        "ExportCommand -> et.wire.EtSet",
                        "ImportCommand -> compat.msccl.CollectivePlan",
                        "ImportCommand -> et.wire.EtFiles",
                        "ImportCommand -> et.wire.EtSet");
    }

    /**
     * No text that Etude writes or compares depends on the language of the machine: what formats numbers or changes the case
     * of letters states its language. In Arabic and Persian {@code %d} has other digits, in Turkish "I" another small letter.
     */
    @Test
    void numbersAreFormattedInAStatedLanguage() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "format", String.class, Object[].class)
                .orShould()
                .callConstructor(Formatter.class)
                .orShould()
                .callConstructor(Formatter.class, Appendable.class)
                .orShould()
                .callConstructor(MessageFormat.class, String.class)
                .orShould()
                .callConstructor(Scanner.class, String.class)
                .orShould()
                .callMethod(NumberFormat.class, "getInstance")
                .orShould()
                .callMethod(NumberFormat.class, "getIntegerInstance")
                .check(CLASSES);
    }

    @Test
    void lettersChangeCaseInAStatedLanguage() {
        noClasses()
                .should()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(Locale.class, "getDefault")
                .check(CLASSES);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static String room(JavaClass type) {
        return type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
    }

    private static int place(JavaClass type) {
        return ORDER.indexOf(room(type));
    }
}
