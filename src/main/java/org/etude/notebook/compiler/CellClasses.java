// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/** The files of cells with the classes that cells have declared, for code that refers to those. */
final class CellClasses extends ForwardingJavaFileManager<JavaFileManager> {
    private static final String PACKAGE = "REPL";

    private final Map<String, byte[]> classes;

    /**
     * Adds classes to files, which stay open.
     *
     * @param classes the bytes of each class, by its binary name
     */
    CellClasses(JavaFileManager files, Map<String, byte[]> classes) {
        super(files);
        this.classes = classes;
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.CLASS_PATH || !packageName.equals(PACKAGE) || !kinds.contains(Kind.CLASS)) {
            return super.list(location, packageName, kinds, recurse);
        }
        List<JavaFileObject> found = new ArrayList<>();
        classes.forEach((name, bytes) -> found.add(new CellClass(name, bytes)));
        return found;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof CellClass own ? own.name : super.inferBinaryName(location, file);
    }

    /** A class in memory. */
    private static final class CellClass extends SimpleJavaFileObject {
        private final String name;
        private final byte[] bytes;

        CellClass(String name, byte[] bytes) {
            super(URI.create("cell:///" + name.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
