// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.TypeDeclSnippet;
import org.etude.notebook.error.CellNames;

/** Finds the classes that names and expressions of a cell refer to. */
public final class ScopeTypes {
    private static final Pattern IMPORT = Pattern.compile("import\\s+(static\\s+)?([\\w$.]+(?:\\.\\*)?)\\s*;");

    private static final Pattern FULL_NAME = Pattern.compile("\\b((?:[a-z_]\\w*\\.)+)([A-Z]\\w*)");

    private final JShell shell;
    private final ClassLoader loader;
    private final LocalExpressions locals = new LocalExpressions(new LambdaTypes(this));

    public ScopeTypes(JShell shell, ClassLoader loader) {
        this.shell = shell;
        this.loader = loader;
    }

    /** The class of the expression before a dot. */
    Optional<Class<?>> receiver(String code, int dot) {
        String expression = expression(code, dot);
        if (expression.isEmpty()) {
            return Optional.empty();
        }
        String type = shell.sourceCodeAnalysis().analyzeType(expression, expression.length());
        return named(type == null ? expression : type);
    }

    /** The expression before a dot, without names that only the cell itself declares, as far as their types are known. */
    String expression(String code, int dot) {
        int start = ExpressionStart.before(code, dot);
        return locals.standalone(
                code.substring(0, start), code.substring(start, dot).strip());
    }

    /** The type of a variable that only the cell itself declares. */
    Optional<String> localType(String code, String name) {
        String expression = locals.standalone(code, name);
        return expression.equals(name)
                ? Optional.empty()
                : Optional.ofNullable(shell.sourceCodeAnalysis().analyzeType(expression, expression.length()));
    }

    /** The class of a type name, either as the compiler prints it or shortened by imports. */
    Optional<Class<?>> named(String type) {
        int generic = type.indexOf('<');
        String raw = (generic < 0 ? type : type.substring(0, generic)).strip();
        if (raw.contains(".")) {
            return load(raw).or(() -> nested(raw));
        }
        return imports()
                .filter(each -> !each.isStatic())
                .map(each -> candidate(each, raw))
                .flatMap(name -> load(name).stream())
                .findFirst()
                .or(() -> load("java.lang." + raw))
                .or(() -> load(raw));
    }

    private Optional<Class<?>> nested(String name) {
        int dot = name.lastIndexOf('.');
        return named(name.substring(0, dot)).flatMap(outer -> load(outer.getName() + '$' + name.substring(dot + 1)));
    }

    /** Classes whose static members are in scope in cells. */
    List<Class<?>> staticScope() {
        List<Class<?>> classes = new ArrayList<>();
        imports().filter(Imported::isStatic).forEach(each -> {
            String name = each.name();
            named(name.substring(0, name.lastIndexOf('.'))).ifPresent(classes::add);
        });
        return classes;
    }

    /** The text with full class names replaced by the short names that cells can use. */
    public String shortened(String text) {
        Set<String> names =
                imports().filter(each -> !each.isStatic()).map(Imported::name).collect(Collectors.toSet());
        Set<String> own = shell.types().map(TypeDeclSnippet::name).collect(Collectors.toSet());
        return FULL_NAME.matcher(CellNames.readable(text)).replaceAll(match -> {
            boolean imported = match.group(1).equals("java.lang.")
                    || names.contains(match.group())
                    || names.contains(match.group(1) + '*');
            return Matcher.quoteReplacement(imported && !own.contains(match.group(2)) ? match.group(2) : match.group());
        });
    }

    /** An import: of a class, of all of a package ({@code java.util.*}), or of static members. */
    private record Imported(boolean isStatic, String name) {
        Imported(MatchResult line) {
            this(line.group(1) != null, line.group(2));
        }
    }

    /** The startup imports are one snippet. */
    private Stream<Imported> imports() {
        return shell.imports()
                .flatMap(each -> IMPORT.matcher(each.source()).results().map(Imported::new));
    }

    private static String candidate(Imported each, String simple) {
        String name = each.name();
        if (name.endsWith(".*")) {
            return name.substring(0, name.length() - 1) + simple;
        }
        return name.endsWith('.' + simple) ? name : "";
    }

    private Optional<Class<?>> load(String name) {
        try {
            return name.isEmpty() ? Optional.empty() : Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }
}
