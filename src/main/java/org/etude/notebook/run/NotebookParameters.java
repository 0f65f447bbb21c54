// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.run;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.etude.notebook.ipynb.Cell;
import org.etude.notebook.ipynb.Notebook;
import org.etude.notebook.ipynb.NotebookException;

/**
 * Parameters of a notebook: the variables declared in the cell tagged {@code parameters}. Given values are put into a
 * separate cell after it, as papermill does: {@code ranks = 256;}. A value is a Java expression; texts need no quotes.
 */
public final class NotebookParameters {
    /** The tag of the cell that declares parameters and their defaults. */
    public static final String DECLARED = "parameters";
    /** The tag of the cell that sets them; replaced by each run that sets parameters. */
    public static final String INJECTED = "injected-parameters";

    private NotebookParameters() {}

    /**
     * The notebook with these values set.
     *
     * @param values text by name of the variable; when empty the notebook is returned unchanged
     * @param name the notebook's name in messages
     * @throws NotebookException when no cell declares parameters, or none of that name
     */
    public static Notebook set(Notebook notebook, Map<String, String> values, String name) {
        if (values.isEmpty()) {
            return notebook;
        }
        List<Cell> cells = new ArrayList<>(notebook.cells());
        cells.removeIf(cell -> cell.tagged(INJECTED));
        int at = 0;
        while (at < cells.size()
                && !(cells.get(at).tagged(DECLARED) && cells.get(at).runs())) {
            at++;
        }
        if (at == cells.size()) {
            throw new NotebookException(
                    name + ": no cell has the tag \"" + DECLARED + "\", so nothing can be set with -p",
                    "Give the tag to the cell that declares the variables, such as: int ranks = 2;");
        }
        Map<String, Boolean> declared = declared(cells.get(at).source());
        StringBuilder code = new StringBuilder();
        values.forEach((variable, value) -> {
            Boolean text = declared.get(variable);
            if (text == null) {
                throw new NotebookException(
                        name + ": -p " + variable + ": the cell tagged \"" + DECLARED + "\" declares "
                                + (declared.isEmpty() ? "nothing" : String.join(", ", declared.keySet())),
                        "Take one of these names, or declare the variable there.");
            }
            code.append(code.isEmpty() ? "" : "\n")
                    .append(variable)
                    .append(" = ")
                    .append(text && !value.startsWith("\"") ? quoted(value) : value)
                    .append(';');
        });
        cells.add(at + 1, Cell.code(INJECTED, code.toString()).withTags(List.of(INJECTED)));
        return notebook.withCells(cells);
    }

    /** The variables that a cell declares, and whether each is a text. */
    static Map<String, Boolean> declared(String source) {
        Map<String, Boolean> declared = new LinkedHashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new NotebookException("this Java has no compiler", "Notebooks need a JDK, not a JRE.");
        }
        JavacTask task = (JavacTask)
                compiler.getTask(null, null, problem -> {}, List.of("-proc:none"), null, List.of(new Wrapped(source)));
        try {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree variable, Void nothing) {
                    declared.put(variable.getName().toString(), isText(variable));
                    return null;
                }
            }.scan(task.parse(), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return declared;
    }

    /** Whether a variable is declared as String, or as var with a text in quotes. */
    private static boolean isText(VariableTree variable) {
        String type = String.valueOf(variable.getType());
        ExpressionTree value = variable.getInitializer();
        return type.equals("String") || value != null && value.toString().startsWith("\"");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** Wraps statements of a cell in a compilation unit for the compiler's parser. */
    private static final class Wrapped extends SimpleJavaFileObject {
        private final String source;

        private Wrapped(String source) {
            super(URI.create("string:///Cell.java"), JavaFileObject.Kind.SOURCE);
            this.source = "class Cell { void cell() {\n" + source + "\n} }";
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
