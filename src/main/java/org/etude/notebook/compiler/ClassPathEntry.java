// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;

/** A jar or a directory of the class path. */
interface ClassPathEntry extends Closeable {
    /**
     * The files of a package, without subpackages.
     *
     * @param directory of the package: {@code java/util}; empty for the unnamed one
     * @return simple names of {@code .class} and {@code .java} files
     */
    List<String> names(String directory) throws IOException;

    /** Reads a file. */
    InputStream open(String path) throws IOException;

    /** The URI of a file. */
    URI uri(String path);

    /** When it was last modified, in milliseconds since 1970; 0 when unknown. */
    long modified(String path);
}
