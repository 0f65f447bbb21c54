// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.report.Progress;

/** Writes and removes the kernelspec. */
public final class KernelInstaller {
    private static final String APP = "app-";
    private static final List<String> RESOURCES =
            List.of("logo-svg.svg", "logo-64x64.png", "logo-32x32.png", "plotly.min.js", "plotly.LICENSE");

    private final Host host;
    private final String classPath;
    private final Path recordings;

    /**
     * What was done.
     *
     * @param spec the kernelspec as it is now
     * @param written every file or directory that was written, in order
     * @param archived whether starts are sped up by a class-data archive
     */
    public record Installed(KernelSpec spec, List<Path> written, boolean archived) {}

    /**
     * An installer of what a class path names.
     *
     * @param classPath the class path of an Etude, as {@code java.class.path} has it
     * @param recordings a recording to load once for the class-data archive and before the first cell; need not exist
     */
    public KernelInstaller(Host host, String classPath, Path recordings) {
        this.host = host;
        this.classPath = classPath;
        this.recordings = recordings;
    }

    /**
     * Installs the kernel, over an older one too.
     *
     * @param kernels the directory of kernelspecs, see {@link JupyterPaths}
     * @param archive whether to write the class-data archive, which takes a few seconds
     * @throws InstallException when the JDK lacks a module or a file cannot be written
     */
    public Installed install(Path kernels, boolean archive, Progress progress) {
        Path directory = kernels.toAbsolutePath().resolve(KernelSpec.NAME);
        try {
            Optional<KernelSpec> former = old(directory);
            List<Path> written = new ArrayList<>();
            Path app = copyProgram(directory, written, progress);
            ClassArchive classes = new ClassArchive(host);
            boolean archived = archive && classes.write(app, recordings, progress);
            if (archived) {
                written.add(classes.file(app));
            }
            for (String name : RESOURCES) {
                written.add(resource(name, directory));
            }
            String text = KernelSpec.text(host, classes.options(app), app.resolve(ProgramFiles.JAR));
            Path file = directory.resolve(KernelSpec.FILE);
            AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
            written.add(file);
            prune(directory, app, former);
            return new Installed(KernelSpec.in(directory).orElseThrow(), written, archived);
        } catch (IOException e) {
            throw new InstallException(
                    IoReason.notWritten(directory, e),
                    IoReason.advice(
                            e, "Free space or rights are missing; another place: --prefix DIR, or JUPYTER_DATA_DIR."),
                    e);
        }
    }

    /**
     * Removes the kernel.
     *
     * @param kernels the directory of kernelspecs
     * @return what was removed; empty when no kernel of Etude was there
     * @throws InstallException when something of it cannot be removed
     */
    public static Optional<Path> uninstall(Path kernels) {
        Path directory = kernels.toAbsolutePath().resolve(KernelSpec.NAME);
        if (KernelSpec.in(directory).isEmpty()) {
            return Optional.empty();
        }
        try {
            Files.delete(directory.resolve(KernelSpec.FILE)); // first: from now on Jupyter does not offer it
            FileTrees.delete(directory);
        } catch (IOException e) {
            throw new InstallException(
                    directory + ": cannot be removed: " + IoReason.of(e), "Shut down kernels that run from it.", e);
        }
        return Optional.of(directory);
    }

    /**
     * The kernels of Etude that are installed.
     *
     * @param places directories of kernelspecs
     */
    public static List<KernelSpec> list(List<Path> places) {
        return places.stream()
                .map(place -> KernelSpec.in(place.toAbsolutePath().resolve(KernelSpec.NAME)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A broken kernel.json is no reason not to write a good one. */
    private static Optional<KernelSpec> old(Path directory) {
        try {
            return KernelSpec.in(directory);
        } catch (InstallException e) {
            return Optional.empty();
        }
    }

    private Path copyProgram(Path directory, List<Path> written, Progress progress) throws IOException {
        ProgramFiles program = ProgramFiles.of(classPath);
        Path app = directory.resolve(APP + program.hash());
        if (!Files.isDirectory(app)) {
            progress.at("copy", 0, -1);
            // Of one process and thread, as others may install at the same time; what lies there died with a process
            // before.
            Path part = directory.resolve("." + APP + ProcessHandle.current().pid() + "-"
                    + Thread.currentThread().getId());
            FileTrees.delete(part);
            Files.createDirectories(part);
            try {
                program.copyTo(part);
                FileTrees.copyFiles(recordings, part.resolve(ClassArchive.RECORDING));
                move(part, app);
            } finally {
                FileTrees.delete(part);
            }
            written.add(app);
        }
        return app;
    }

    private static void move(Path part, Path app) throws IOException {
        try {
            Files.move(part, app, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, app);
        } catch (FileSystemException e) { // systems differ in how they say that it is there
            if (!Files.isDirectory(app)) {
                throw e;
            } // else another install has just written the same
        }
    }

    private static Path resource(String name, Path directory) throws IOException {
        Path file = directory.resolve(name);
        try (InputStream in = KernelInstaller.class.getResourceAsStream(KernelSpec.RESOURCES + name)) {
            byte[] bytes = in.readAllBytes();
            AtomicFiles.write(file, out -> out.write(bytes));
        }
        return file;
    }

    /** Keeps the program before this one, for kernels that still run it; those before go. */
    private static void prune(Path directory, Path app, Optional<KernelSpec> former) throws IOException {
        Path kept = former.map(spec -> spec.jar().getParent()).orElse(app);
        try (DirectoryStream<Path> apps = Files.newDirectoryStream(directory, APP + "*")) {
            for (Path old : apps) {
                if (!old.equals(app) && !old.equals(kept)) {
                    FileTrees.deleteWhatCanBe(old);
                }
            }
        }
    }
}
