// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.ipynb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/** Reads and writes {@code .ipynb} files. */
public final class NotebookFile {
    private NotebookFile() {}

    /**
     * Reads a notebook. Cells without an id get one that follows from their place and text; of cells that share an id all but
     * the first get a new one.
     *
     * @throws NotebookException when the file cannot be read, is no JSON or no notebook of format 4
     */
    public static Notebook read(Path file) {
        try {
            return parse(Files.readAllBytes(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new NotebookException(file + ": no such file", "Give the path of a notebook (.ipynb).", e);
        } catch (IOException e) {
            throw new NotebookException(
                    file + ": cannot be read: " + IoReason.of(e), "Give a notebook file that you may read.", e);
        }
    }

    /**
     * Reads a notebook from its bytes.
     *
     * @param name what messages call it
     * @throws NotebookException when they are no notebook of format 4
     */
    public static Notebook parse(byte[] json, String name) {
        return new NotebookReader(name).read(json);
    }

    /** The file's text: keys sorted, indented by one, non-ASCII as it is, a newline at the end; as Jupyter writes it. */
    public static String text(Notebook notebook) {
        return NotebookJson.of(NotebookTree.of(notebook)) + "\n";
    }

    /** JSON, in the form of {@link #text}, of a tree of maps, lists, texts, numbers and booleans. */
    public static String json(Object tree) {
        return NotebookJson.of(tree);
    }

    /**
     * Writes a notebook, whole or not at all.
     *
     * @throws NotebookException when it cannot be written
     */
    public static void write(Path file, Notebook notebook) {
        byte[] bytes = text(notebook).getBytes(StandardCharsets.UTF_8);
        try {
            AtomicFiles.write(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new NotebookException(
                    IoReason.notWritten(file, e), IoReason.advice(e, "Choose another place with --out."), e);
        }
    }
}
