// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.etude.conformance.astra.AstraLayout;
import org.etude.conformance.astra.PacketLayout;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.model.ConformanceCase;
import org.etude.report.EtudeException;
import org.etude.report.Progress;

/**
 * Runs every case below a directory and prints one line per difference, then {@code N cases, M differ}. Folders with a
 * case.json of a layout that is not known are named and left out.
 */
public final class Conformance {
    private final List<CaseLayout> layouts;
    private int cases;
    private int differing;

    /** Knows these layouts. */
    public Conformance(List<CaseLayout> layouts) {
        this.layouts = List.copyOf(layouts);
    }

    /**
     * Runs all cases of the known layouts below a directory, which may be a case itself.
     *
     * @return the number of cases that differ
     */
    public static int run(Path directory, PrintStream out) {
        return run(directory, List.of(), out);
    }

    /**
     * Runs all cases of the known and some more layouts below a directory, which may be a case itself.
     *
     * @return the number of cases that differ
     * @throws EtudeException when it holds none: a check of nothing must not look like one that passed
     */
    public static int run(Path directory, List<CaseLayout> more, PrintStream out) {
        List<CaseLayout> layouts = new ArrayList<>(List.of(new AstraLayout(), new PacketLayout()));
        layouts.addAll(more);
        Conformance conformance = new Conformance(layouts);
        conformance.visit(directory, out);
        if (conformance.cases == 0) {
            throw new EtudeException(
                    directory + ": holds no case of a known layout", "Give a directory that holds cases.");
        }
        out.println(conformance.cases + " cases, " + conformance.differing + " differ");
        return conformance.differing;
    }

    /** Runs all cases below a directory. */
    public void visit(Path directory, PrintStream out) {
        for (Path found : directories(directory)) {
            Optional<CaseLayout> layout =
                    layouts.stream().filter(l -> l.holds(found)).findFirst();
            if (layout.isPresent()) {
                layout.get().cases(found).forEach(one -> run(one, out));
            } else if (Files.exists(found.resolve("case.json")) || Files.exists(found.resolve("spec.json"))) {
                out.println(found.getFileName() + ": skipped, its layout is not known");
            }
        }
    }

    /** Cases run so far. */
    public int cases() {
        return cases;
    }

    /** Cases that differed so far. */
    public int differing() {
        return differing;
    }

    private void run(ConformanceCase one, PrintStream out) {
        Progress.checkInterrupted();
        cases++;
        List<String> differences = differences(one);
        differing += differences.isEmpty() ? 0 : 1;
        differences.forEach(line -> out.println(one.name() + ": " + line));
    }

    private static List<String> differences(ConformanceCase one) {
        try {
            return one.differences().get();
        } catch (EtudeException e) {
            return List.of("failed: " + e.getMessage().lines().findFirst().orElse(""));
        }
    }

    private static List<Path> directories(Path top) {
        if (!Files.isDirectory(top)) {
            throw new UncheckedIOException(new IOException(top + " is not a directory"));
        }
        try (Stream<Path> tree = Files.walk(top)) {
            List<Path> found = new ArrayList<>(tree.filter(Files::isDirectory).toList());
            found.sort(null);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
