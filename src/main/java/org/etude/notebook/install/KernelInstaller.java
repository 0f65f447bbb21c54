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

/** Installs and removes the kernelspec. */
public final class KernelInstaller {
    private static final String APP = "app-";
    private static final List<String> RESOURCES =
            List.of("logo-svg.svg", "logo-64x64.png", "logo-32x32.png", "plotly.min.js", "plotly.LICENSE");

    private final Host host;
    private final String classPath;
    private final Path recordings;

    /**
     * The result of an installation.
     *
     * @param spec the installed kernelspec
     * @param written every file or directory that was written, in order
     * @param archived whether a class-data archive speeds up starts
     */
    public record Installed(KernelSpec spec, List<Path> written, boolean archived) {}

    /**
     * Creates an installer for the contents of a class path.
     *
     * @param classPath the class path of an Etude, in the form of {@code java.class.path}
     * @param recordings a recording to load once for the class-data archive and before the first cell; need not
     *     exist
     */
    public KernelInstaller(Host host, String classPath, Path recordings) {
        this.host = host;
        this.classPath = classPath;
        this.recordings = recordings;
    }

    /**
     * Installs the kernel, replacing an older one.
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
                            e,
                            "Free space or permissions are missing; choose another directory: --prefix DIR, or JUPYTER_DATA_DIR."),
                    e);
        }
    }

    /**
     * Removes the kernel.
     *
     * @param kernels the directory of kernelspecs
     * @return what was removed; empty when no Etude kernel was there
     * @throws InstallException when something cannot be removed
     */
    public static Optional<Path> uninstall(Path kernels) {
        Path directory = kernels.toAbsolutePath().resolve(KernelSpec.NAME);
        if (KernelSpec.in(directory).isEmpty()) {
            return Optional.empty();
        }
        try {
            Files.delete(directory.resolve(KernelSpec.FILE)); // first, so that Jupyter no longer offers it
            FileTrees.delete(directory);
        } catch (IOException e) {
            throw new InstallException(
                    directory + ": cannot be removed: " + IoReason.of(e), "Shut down kernels that run from it.", e);
        }
        return Optional.of(directory);
    }

    /**
     * The installed Etude kernels.
     *
     * @param places directories of kernelspecs
     */
    public static List<KernelSpec> list(List<Path> places) {
        return places.stream()
                .map(place -> KernelSpec.in(place.toAbsolutePath().resolve(KernelSpec.NAME)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A broken kernel.json must not prevent writing a good one. */
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
            // The name is unique to the process and thread, because others may install at the same time; an existing
            // file is left over from a dead process.
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
        } catch (FileSystemException e) { // systems report an existing target differently
            if (!Files.isDirectory(app)) {
                throw e;
            } // otherwise another installation has just written the same
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

    /** Keeps the previous program, for kernels that still run it, and removes older ones. */
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
