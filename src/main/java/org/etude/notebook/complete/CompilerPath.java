// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The jars that cells see at run time but their compiler would not: those of class loaders created by a launcher. */
public final class CompilerPath {
    private CompilerPath() {}

    /** The entries of the loaders that contain Etude, without those of the JVM's own class path. */
    public static Set<String> beyondJvm(ClassLoader loader) {
        Set<String> parts = new LinkedHashSet<>();
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    add(url, parts);
                }
            }
        }
        Arrays.asList(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .forEach(parts::remove);
        return parts;
    }

    private static void add(URL url, Set<String> parts) {
        try {
            if ("file".equals(url.getProtocol())) {
                parts.add(Path.of(url.toURI()).toString());
            }
        } catch (URISyntaxException e) {
            // not a file that the compiler could read
        }
    }
}
