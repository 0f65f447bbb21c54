// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.tools.JavaFileObject;

/**
 * A class file or source on the class path in javac's interface; read-only.
 *
 * @param entry the entry that contains it
 * @param path the path inside: {@code java/util/List.class}
 */
record EntryFile(ClassPathEntry entry, String path) implements JavaFileObject {
    static boolean is(Object file) {
        return file instanceof EntryFile;
    }

    /** The binary name of its class: {@code java.util.Map$Entry}. */
    String binaryName() {
        return path.substring(0, path.lastIndexOf('.')).replace('/', '.');
    }

    @Override
    public Kind getKind() {
        return path.endsWith(Kind.CLASS.extension) ? Kind.CLASS : Kind.SOURCE;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
        return kind == getKind() && path.substring(path.lastIndexOf('/') + 1).equals(simpleName + kind.extension);
    }

    @Override
    public NestingKind getNestingKind() {
        return null; // unknown without reading the class, which the interface permits
    }

    @Override
    public Modifier getAccessLevel() {
        return null;
    }

    @Override
    public URI toUri() {
        return entry.uri(path);
    }

    @Override
    public String getName() {
        return path;
    }

    @Override
    public InputStream openInputStream() throws IOException {
        return entry.open(path);
    }

    @Override
    public Reader openReader(boolean ignoreEncodingErrors) throws IOException {
        return new InputStreamReader(openInputStream(), StandardCharsets.UTF_8);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
        try (InputStream in = openInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public long getLastModified() {
        return entry.modified(path);
    }

    @Override
    public OutputStream openOutputStream() {
        throw new IllegalStateException("the class path is read-only");
    }

    @Override
    public Writer openWriter() {
        throw new IllegalStateException("the class path is read-only");
    }

    @Override
    public boolean delete() {
        return false;
    }
}
