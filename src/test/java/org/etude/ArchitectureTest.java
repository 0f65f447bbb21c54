package org.etude;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds the order of packages of docs/architecture.md: each may use only what stands before it. */
class ArchitectureTest {
    private static final String ROOT = "org.etude";

    /** Packages in the order data flows; the ones that come with later work hold their places. */
    private static final List<String> ORDER = List.of(
            "unit",
            "report",
            "config",
            "trace.comm",
            "trace",
            "link",
            "et",
            "repair",
            "workload",
            "topology",
            "sim.collective",
            "sim.network",
            "sim.network.analytic",
            "sim.network.packet",
            "sim",
            "analysis",
            "replay",
            "sweep",
            "calibrate",
            "plan",
            "table",
            "plot",
            "",
            "notebook",
            "cli",
            "cluster");

    /** Siblings that must not use each other although one stands first; but cli has the commands of the notebook. */
    private static final List<String> LEAVES = List.of("notebook", "cli", "cluster");

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyWhatStandsBeforeThem() {
        ArchRule rule = ArchRuleDefinition.classes().should(new ArchCondition<>("keep the order of packages") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                from.getDirectDependenciesFromSelf().forEach(dependency -> {
                    JavaClass to = dependency.getTargetClass();
                    if (to.getPackageName().startsWith(ROOT) && !allowed(layer(from), layer(to))) {
                        events.add(SimpleConditionEvent.violated(from, dependency.getDescription()));
                    }
                });
            }
        });
        rule.check(classes);
    }

    @Test
    void tablesawStaysAtTheEdge() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT,
                        ROOT + ".table..",
                        ROOT + ".plot..",
                        ROOT + ".notebook..",
                        ROOT + ".cli..",
                        ROOT + ".cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tech.tablesaw..")
                .check(classes);
    }

    @Test
    void protobufStaysInsideEt() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".et..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.protobuf..", ROOT + ".et.wire..")
                .check(classes);
    }

    private static boolean allowed(int from, int to) {
        if (from == to) {
            return true;
        }
        boolean commands = ORDER.get(from).equals("cli") && ORDER.get(to).equals("notebook");
        boolean siblings = LEAVES.contains(ORDER.get(from)) && LEAVES.contains(ORDER.get(to)) && !commands;
        return to < from && !siblings;
    }

    /** The place of a class: the longest listed package that holds it. */
    private static int layer(JavaClass type) {
        String name =
                type.getPackageName().equals(ROOT) ? "" : type.getPackageName().substring(ROOT.length() + 1);
        int best = -1;
        for (int i = 0; i < ORDER.size(); i++) {
            String layer = ORDER.get(i);
            boolean holds = name.equals(layer) || (!layer.isEmpty() && name.startsWith(layer + "."));
            if (holds && (best < 0 || layer.length() > ORDER.get(best).length())) {
                best = i;
            }
        }
        if (best < 0) {
            throw new AssertionError("package " + type.getPackageName() + " has no place in the order");
        }
        return best;
    }
}
