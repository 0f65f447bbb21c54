// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.etude.notebook.error.CellDiagnostic;
import org.etude.notebook.error.Diagnostics;

/**
 * Finds the compile errors in the parts of a cell that follow one that does not compile. JShell compiles a cell part by
 * part and would report them one run at a time. Nothing of what is compiled here is ever run or declared.
 *
 * <p>Only errors that JShell would certainly report are returned: none that follows from the first error, and none of
 * rules that differ between the variables of cells and the local ones they are here.
 */
public final class LaterErrors {
    private static final int MOST = 20;

    /** What is an error wherever the code is, by the start of javac's own key. */
    private static final Pattern CERTAIN = Pattern.compile("compiler\\.err\\.(cant\\.resolve|prob\\.found\\.req"
            + "|cant\\.apply|doesnt\\.exist|operator\\.cant\\.be\\.applied|incomparable\\.types|report\\.access"
            + "|does\\.not\\.override\\.abstract|abstract\\.cant\\.be\\.instantiated|array\\.req\\.but\\.found"
            + "|foreach\\.not\\.applicable|cant\\.deref|illegal\\.initializer|method\\.does\\.not\\.override).*");

    private static final Pattern MISSING = Pattern.compile("compiler\\.err\\.cant\\.resolve.*");
    private static final Pattern UNIT = Pattern.compile("(REPL\\.)?\\$" + CellUnit.NAME.substring(1) + "\\b[$.]?");

    private final JShell shell;
    private final JavaFileManager files;
    private final Supplier<Map<String, byte[]>> classes;

    /**
     * For the cells of a shell.
     *
     * @param files where its compiler finds classes
     * @param classes the classes that cells have declared
     */
    public LaterErrors(JShell shell, JavaFileManager files, Supplier<Map<String, byte[]>> classes) {
        this.shell = shell;
        this.files = files;
        this.classes = classes;
    }

    /**
     * The errors after a part that does not compile; compiles once, about a tenth of a second.
     *
     * @param cell the whole code of the cell
     * @param failed where the part starts in it
     * @param after where the part ends in it
     */
    public List<CellDiagnostic> in(String cell, int failed, int after) {
        CellUnit unit = parts(cell, failed);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        compile(unit.text(header()), found);
        Map<CellUnit.Part, List<Diagnostic<?>>> errors = new LinkedHashMap<>();
        for (Diagnostic<?> each : found.getDiagnostics()) {
            Optional<CellUnit.Part> part = each.getKind() == Diagnostic.Kind.ERROR
                    ? unit.partAt(each.getPosition()).filter(at -> at.offset() >= after)
                    : Optional.empty();
            part.ifPresent(
                    at -> errors.computeIfAbsent(at, none -> new ArrayList<>()).add(each));
        }
        Set<String> overloaded = shell.methods().map(MethodSnippet::name).collect(Collectors.toSet());
        overloaded.retainAll(unit.methods());
        List<CellDiagnostic> certain = new ArrayList<>();
        errors.forEach((part, all) -> {
            boolean doubtful = part.mentions(overloaded)
                    || part.member() && part.mentions(unit.variables())
                    || all.stream()
                            .anyMatch(each -> !CERTAIN.matcher(each.getCode()).matches());
            if (!doubtful) {
                all.stream()
                        .filter(each -> !excused(each, part, unit))
                        .forEach(each -> certain.add(shown(each, part, unit, cell)));
            }
        });
        return certain.stream()
                .distinct()
                .sorted(Comparator.comparingInt(CellDiagnostic::line).thenComparingInt(CellDiagnostic::column))
                .limit(MOST)
                .toList();
    }

    /** The parts from the failed one on, as far as they can be told apart. */
    private CellUnit parts(String cell, int failed) {
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        CellUnit unit = new CellUnit();
        String rest = cell.substring(failed);
        while (!rest.isBlank()) {
            CompletionInfo info = analysis.analyzeCompletion(rest);
            if (!info.completeness().isComplete()) {
                break;
            }
            int offset = cell.length() - rest.length();
            String source = rest.substring(0, rest.length() - info.remaining().length());
            List<Snippet> snippets = analysis.sourceToSnippets(info.source());
            if (snippets.isEmpty()) {
                break;
            }
            unit.add(snippets, offset, source);
            rest = info.remaining();
        }
        return unit;
    }

    /** Package and imports of what JShell would compile now. */
    private String header() {
        String wrapped = shell.sourceCodeAnalysis().wrappers("0").get(0).wrapped();
        return wrapped.substring(0, wrapped.indexOf("class $JShell$"));
    }

    private void compile(String text, DiagnosticCollector<JavaFileObject> found) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-proc:none", "--should-stop=ifError=ATTR", "-Xmaxerrs", "100");
        JavaFileManager all = new CellClasses(files, classes.get());
        JavacTask task = (JavacTask) compiler.getTask(null, all, found, options, null, List.of(new Text(text)));
        try {
            task.analyze();
        } catch (IOException e) {
            return; // the first error is shown in any case
        }
    }

    /** What may be declared later, or was by the part that failed. */
    private static boolean excused(Diagnostic<?> error, CellUnit.Part part, CellUnit unit) {
        if (!MISSING.matcher(error.getCode()).matches()) {
            return false;
        }
        int at = unit.inCell(part, error.getPosition()) - part.offset();
        int end = at;
        while (end < part.source().length()
                && Character.isJavaIdentifierPart(part.source().charAt(end))) {
            end++;
        }
        return part.kind() == Snippet.Kind.METHOD
                || unit.names().contains(part.source().substring(at, end));
    }

    private static CellDiagnostic shown(Diagnostic<?> error, CellUnit.Part part, CellUnit unit, String cell) {
        String message = UNIT.matcher(error.getMessage(Locale.ROOT)).replaceAll("");
        int from = unit.inCell(part, error.getPosition());
        int to = unit.inCell(part, error.getEndPosition());
        return Diagnostics.at(cell, from, Math.max(1, to - from), message);
    }

    /** A source in memory. */
    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String text) {
            super(URI.create("cell:///REPL/" + CellUnit.NAME + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
