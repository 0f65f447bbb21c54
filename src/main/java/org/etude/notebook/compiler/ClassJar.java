// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.lang.model.SourceVersion;

/**
 * A jar of the class path. It is opened when its packages are not known from an index, or when one of them is
 * requested.
 */
final class ClassJar implements ClassPathEntry {
    private static final String META = "META-INF/";
    private static final String VERSIONS = META + "versions/";

    private final Path file;
    private final Optional<Set<String>> known;
    private JarFile jar;
    private Map<String, Set<String>> packages;

    /**
     * Creates an unopened jar.
     *
     * @param known the directories of its packages, if known
     */
    ClassJar(Path file, Optional<Set<String>> known) {
        this.file = file;
        this.known = known;
    }

    @Override
    public List<String> names(String directory) throws IOException {
        if (known.isPresent() && !known.get().contains(directory)) {
            return List.of();
        }
        return List.copyOf(packages().getOrDefault(directory, Set.of()));
    }

    /** The directories of all packages. */
    synchronized Set<String> directories() throws IOException {
        return packages().keySet();
    }

    private synchronized Map<String, Set<String>> packages() throws IOException {
        if (packages == null) {
            Map<String, Set<String>> found = new HashMap<>();
            boolean versions = jar().isMultiRelease();
            Enumeration<JarEntry> entries = jar().entries();
            while (entries.hasMoreElements()) {
                add(entries.nextElement().getName(), versions, found);
            }
            found.keySet().removeIf(directory -> !isPackage(directory));
            packages = found;
        }
        return packages;
    }

    private static void add(String entry, boolean versions, Map<String, Set<String>> found) {
        if (!entry.endsWith(".class") && !entry.endsWith(".java")) {
            return;
        }
        String path = versions && entry.startsWith(VERSIONS) ? versioned(entry) : entry;
        if (path.startsWith(META)) {
            return; // no package name contains a hyphen
        }
        int slash = path.lastIndexOf('/');
        found.computeIfAbsent(slash < 0 ? "" : path.substring(0, slash), each -> new LinkedHashSet<>())
                .add(path.substring(slash + 1));
    }

    private static boolean isPackage(String directory) {
        return directory.isEmpty() || Stream.of(directory.split("/")).allMatch(SourceVersion::isIdentifier);
    }

    /** The path that a multi-release entry replaces; the entry itself when this Java is older. */
    private static String versioned(String entry) {
        int end = entry.indexOf('/', VERSIONS.length());
        String version = end < 0 ? "" : entry.substring(VERSIONS.length(), end);
        boolean ours = version.matches("\\d{1,4}")
                && Integer.parseInt(version) <= Runtime.version().feature();
        return ours ? entry.substring(end + 1) : entry;
    }

    private synchronized JarFile jar() throws IOException {
        if (jar == null) {
            jar = new JarFile(file.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
        }
        return jar;
    }

    @Override
    public InputStream open(String path) throws IOException {
        ZipEntry entry = jar().getEntry(path);
        if (entry == null) {
            throw new IOException(file + ": no " + path + " any longer");
        }
        return jar().getInputStream(entry);
    }

    @Override
    public URI uri(String path) {
        return URI.create("jar:" + file.toUri() + "!/" + path);
    }

    @Override
    public long modified(String path) {
        try {
            ZipEntry entry = jar().getEntry(path);
            return entry == null ? 0 : Math.max(0, entry.getTime());
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (jar != null) {
            jar.close();
        }
    }
}
