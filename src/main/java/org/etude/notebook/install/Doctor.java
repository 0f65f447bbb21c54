// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.etude.report.EtudeException;

/** Checks everything a notebook needs, and runs a cell over the sockets. */
public final class Doctor {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String REINSTALL = "Run: etude kernel install";
    private static final String FULL_JDK = "Take a full JDK, not a JRE or a cut image, and run: etude kernel install";
    private static final String KERNEL = "kernel";
    private static final int FIRST_FEATURE = 17;

    private final Host host;
    private final List<Path> places;
    private final List<Check> checks = new ArrayList<>();
    private final Consumer<Check> seen;

    private Doctor(Host host, List<Path> places, Consumer<Check> seen) {
        this.host = host;
        this.places = places;
        this.seen = seen;
    }

    /**
     * Runs the checks; takes some seconds, because a kernel is started.
     *
     * @param places directories of kernelspecs in Jupyter's search order
     * @param seen receives each result when it is available
     * @return all results
     */
    public static List<Check> look(Host host, List<Path> places, Consumer<Check> seen) {
        Doctor doctor = new Doctor(host, places, seen);
        doctor.java();
        doctor.fonts();
        doctor.writeAccess();
        doctor.jupyter();
        doctor.kernel();
        return doctor.checks;
    }

    private void java() {
        List<String> missing = new ArrayList<>(List.of("jdk.jshell", "jdk.compiler", "java.desktop"));
        missing.removeIf(name -> ModuleLayer.boot().findModule(name).isPresent());
        String found = host.javaVersion() + " in " + host.javaHome();
        if (host.javaFeature() < FIRST_FEATURE) {
            add(Check.bad("java", found, "Etude needs JDK 17 or newer."));
        } else if (missing.isEmpty()) {
            add(Check.ok("java", found + ", with jdk.jshell and jdk.compiler"));
        } else {
            add(Check.bad("java", found + " lacks " + String.join(", ", missing), FULL_JDK));
        }
    }

    /** Measuring a text loads the font library and a font, which fails on machines without fontconfig. */
    private void fonts() {
        try {
            Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
            double width = font.getStringBounds("Etude", new FontRenderContext(null, true, true))
                    .getWidth();
            if (width > 0) {
                add(Check.ok("fonts", "the platform's are readable"));
                return;
            }
            noFonts("no text has any width");
        } catch (RuntimeException | LinkageError e) {
            noFonts(e.toString().lines().findFirst().orElse("unreadable"));
        }
    }

    private void noFonts(String found) {
        add(
                Check.note(
                        "fonts",
                        found,
                        "Figures carry their own; your own Java2D drawing needs: sudo apt-get install fontconfig fonts-dejavu-core"));
    }

    private void writeAccess() {
        Path place = places.get(0);
        Path there = place;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (Files.isDirectory(there) && Files.isWritable(there)) {
            add(Check.ok("write access", place.toString()));
        } else {
            add(Check.note(
                    "write access", place + ": not writable", "Install with --prefix DIR, or set JUPYTER_DATA_DIR."));
        }
    }

    private void jupyter() {
        Optional<Path> jupyter = host.program("jupyter");
        if (jupyter.isPresent()) {
            add(Check.ok("jupyter", jupyter.get().toString()));
        } else {
            add(Check.note("jupyter", "not on the PATH", "etude lab gets one; VS Code needs none."));
        }
    }

    private void kernel() {
        try {
            for (Path place : places) {
                Optional<KernelSpec> spec = KernelSpec.in(place.resolve(KernelSpec.NAME));
                if (spec.isPresent()) {
                    kernel(spec.get());
                    return;
                }
            }
            add(Check.bad(KERNEL, "not installed in any place Jupyter looks", REINSTALL));
        } catch (EtudeException e) {
            String[] lines = e.getMessage().split("\\R", 2);
            add(Check.bad(KERNEL, lines[0], lines.length > 1 ? lines[1].strip() : REINSTALL));
        } catch (IOException e) {
            add(Check.bad(KERNEL, e.toString(), REINSTALL));
        }
    }

    private void kernel(KernelSpec spec) throws IOException {
        List<Path> missing = spec.missing();
        if (!missing.isEmpty()) {
            add(Check.bad(KERNEL, spec.directory() + ": " + missing.get(0) + " is gone", REINSTALL));
            return;
        }
        add(Check.ok(KERNEL, spec.directory().toString()));
        whereJupyterLooks(spec);
        if (spec.archive().isEmpty()) {
            add(Check.note("class data", "no archive: the first cell takes a second longer", REINSTALL));
        } else {
            add(Check.ok("class data", spec.archive().get().getFileName().toString()));
        }
        cell(spec);
    }

    /** Asks Jupyter itself, whose settings may name other directories than Etude expects. */
    private void whereJupyterLooks(KernelSpec spec) {
        List<Path> looked = host.program("jupyter").map(JupyterDataPaths::ask).orElse(List.of());
        if (looked.isEmpty()) {
            return; // Jupyter is missing, or too old to answer
        }
        Path kernels = spec.directory().getParent();
        if (looked.stream().anyMatch(data -> JupyterDataPaths.same(data.resolve("kernels"), kernels))) {
            add(Check.ok("jupyter finds", spec.directory().toString()));
        } else {
            add(Check.bad(
                    "jupyter finds",
                    "not this kernel: it looks in "
                            + looked.stream().map(Path::toString).collect(Collectors.joining(", ")),
                    "Check HOME, XDG_DATA_HOME, JUPYTER_DATA_DIR and JUPYTER_PATH, then run: JUPYTER_DATA_DIR="
                            + looked.get(0) + " etude kernel install"));
        }
    }

    private void cell(KernelSpec spec) throws IOException {
        long start = System.nanoTime();
        try (KernelSession session = KernelSession.start(spec, PATIENCE)) {
            long ready = System.nanoTime();
            KernelSession.Ran ran =
                    session.execute("System.out.println(\"a cell\");\nTopology.ring(2).hosts() + 40", PATIENCE);
            long done = System.nanoTime();
            session.shutDown(PATIENCE);
            String figures =
                    "ready in " + seconds(ready - start) + " s, first value in " + seconds(done - ready) + " s";
            if (ran.status().equals("ok")
                    && ran.printed().equals("a cell\n")
                    && ran.value().equals("42")) {
                add(Check.ok("a cell", "ran over the sockets: " + figures));
            } else {
                add(Check.bad("a cell", "gave " + ran, "Please report this with the output of: etude kernel doctor"));
            }
        }
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
    }

    private void add(Check check) {
        checks.add(check);
        seen.accept(check);
    }
}
