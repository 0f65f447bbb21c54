// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * javac's file manager with a faster class path. Before compiling anything, javac opens each jar as a file system,
 * walks all its directories, and searches each for compiler plug-ins; for Etude's 60 jars this is half of the time to a
 * first cell. Here a jar is opened when one of its packages is requested, and plug-ins are not searched. The results
 * are the same, in the same order.
 */
public final class CellFiles extends ForwardingJavaFileManager<StandardJavaFileManager>
        implements StandardJavaFileManager {
    private static final long PATIENCE_SECONDS = 3;

    private final StandardJavaFileManager files;
    private final Map<Path, ClassPathEntry> opened = new LinkedHashMap<>();
    private final CountDownLatch wanted = new CountDownLatch(1);
    private List<ClassPathEntry> classPath;
    private PackageIndex index;

    /** Wraps javac's own file manager, which it closes. */
    public CellFiles(StandardJavaFileManager files) {
        super(files);
        this.files = files;
    }

    private synchronized List<ClassPathEntry> classPath() {
        if (classPath == null) {
            List<ClassPathEntry> entries = new ArrayList<>();
            Iterable<? extends Path> paths = files.getLocationAsPaths(StandardLocation.CLASS_PATH);
            for (Path path : paths == null ? List.<Path>of() : paths) {
                add(path.toAbsolutePath(), entries);
            }
            classPath = List.copyOf(entries);
        }
        return classPath;
    }

    private void add(Path path, List<ClassPathEntry> entries) {
        ClassPathEntry entry = opened.get(path);
        if (entry == null && Files.isDirectory(path)) {
            entry = new ClassDirectory(path);
        } else if (entry == null && Files.isRegularFile(path)) {
            if (index == null) {
                index = PackageIndex.in(path.getParent());
            }
            entry = new ClassJar(path, index.of(path));
        }
        if (entry != null) { // like javac, ignores missing entries
            opened.put(path, entry);
            entries.add(entry);
        }
    }

    private synchronized void changed() {
        classPath = null;
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.CLASS_PATH || recurse) {
            return super.list(location, packageName, kinds, recurse);
        }
        String directory = packageName.replace('.', '/');
        String before = directory.isEmpty() ? "" : directory + '/';
        List<JavaFileObject> found = new ArrayList<>();
        for (ClassPathEntry entry : classPath()) {
            for (String name : names(entry, directory)) {
                EntryFile file = new EntryFile(entry, before + name);
                if (kinds.contains(file.getKind())) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    /** A broken jar contributes nothing, as with javac. */
    private static List<String> names(ClassPathEntry entry, String directory) {
        try {
            return entry.names(directory);
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof EntryFile own ? own.binaryName() : super.inferBinaryName(location, file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return EntryFile.is(a) || EntryFile.is(b) ? a.equals(b) : super.isSameFile(a, b);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return EntryFile.is(file) ? location == StandardLocation.CLASS_PATH : super.contains(location, file);
    }

    /** Cells are compiled without annotation processors and plug-ins, so there is nothing to load. */
    @Override
    public ClassLoader getClassLoader(Location location) {
        boolean ofCells =
                location == StandardLocation.CLASS_PATH || location == StandardLocation.ANNOTATION_PROCESSOR_PATH;
        return ofCells ? ClassLoader.getPlatformClassLoader() : super.getClassLoader(location);
    }

    @Override
    public boolean handleOption(String current, Iterator<String> remaining) {
        changed();
        return super.handleOption(current, remaining);
    }

    @Override
    public void close() throws IOException {
        listForCompletion();
        try {
            for (ClassPathEntry entry : List.copyOf(opened.values())) {
                entry.close();
            }
        } finally {
            super.close();
        }
    }

    @Override
    public void setLocation(Location location, Iterable<? extends File> paths) throws IOException {
        changed();
        files.setLocation(location, paths);
    }

    @Override
    public void setLocationFromPaths(Location location, Collection<? extends Path> paths) throws IOException {
        changed();
        files.setLocationFromPaths(location, paths);
    }

    @Override
    public void setLocationForModule(Location location, String module, Collection<? extends Path> paths)
            throws IOException {
        files.setLocationForModule(location, module, paths);
    }

    @Override
    public Iterable<? extends File> getLocation(Location location) {
        return files.getLocation(location);
    }

    /**
     * Only the JShell thread that lists all classes for completion requests the class path here. It starts with the
     * first code query and would take half a core from a cell that somebody waits for, so it is held back.
     */
    @Override
    public Iterable<? extends Path> getLocationAsPaths(Location location) {
        if (location == StandardLocation.CLASS_PATH) {
            awaitWanted();
        }
        return files.getLocationAsPaths(location);
    }

    private void awaitWanted() {
        try {
            boolean inTime = wanted.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Allows JShell to list all classes in the background, after the first cell or when code is completed. */
    public void listForCompletion() {
        wanted.countDown();
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromFiles(Iterable<? extends File> of) {
        return files.getJavaFileObjectsFromFiles(of);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromPaths(Collection<? extends Path> of) {
        return files.getJavaFileObjectsFromPaths(of);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(File... of) {
        return files.getJavaFileObjects(of);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(Path... of) {
        return files.getJavaFileObjects(of);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromStrings(Iterable<String> names) {
        return files.getJavaFileObjectsFromStrings(names);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(String... names) {
        return files.getJavaFileObjects(names);
    }

    @Override
    public Path asPath(FileObject file) {
        return files.asPath(file);
    }

    @Override
    public void setPathFactory(PathFactory factory) {
        files.setPathFactory(factory);
    }
}
