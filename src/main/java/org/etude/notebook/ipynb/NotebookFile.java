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
     * Reads a notebook. Cells without an id get one derived from their position and text; of cells that share an id,
     * all but the first get a new one.
     *
     * @throws NotebookException when the file cannot be read, is not JSON or not a notebook of format 4
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
     * Parses a notebook from its bytes.
     *
     * @param name its name in messages
     * @throws NotebookException when they are not a notebook of format 4
     */
    public static Notebook parse(byte[] json, String name) {
        return new NotebookReader(name).read(json);
    }

    /**
     * The file's text as Jupyter writes it: keys sorted, indented by one, non-ASCII unescaped, a newline at the end.
     */
    public static String text(Notebook notebook) {
        return NotebookJson.of(NotebookTree.of(notebook)) + "\n";
    }

    /** A tree of maps, lists, texts, numbers and booleans as JSON, in the form of {@link #text}. */
    public static String json(Object tree) {
        return NotebookJson.of(tree);
    }

    /**
     * Writes a notebook, completely or not at all.
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
