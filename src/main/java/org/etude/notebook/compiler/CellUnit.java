// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.ErroneousSnippet;
import jdk.jshell.PersistentSnippet;
import jdk.jshell.Snippet;

/**
 * Parts of a cell as one compilation unit, in which later parts see the declarations of earlier ones: variables become
 * local ones, methods and types members of the class {@value #NAME}.
 */
final class CellUnit {
    static final String NAME = "$Later";

    private static final Pattern STATIC = Pattern.compile("[^({=]*\\bstatic\\b.*", Pattern.DOTALL);
    private static final Pattern NOT_LOCAL =
            Pattern.compile("\\G\\s*(public|protected|private|static|volatile|transient)\\b");

    private final List<Part> parts = new ArrayList<>();
    private final Set<String> variables = new TreeSet<>();
    private final Set<String> methods = new TreeSet<>();
    private final Set<String> types = new TreeSet<>();
    private final StringBuilder imports = new StringBuilder();
    private final StringBuilder members = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private int membersAt;
    private int bodyAt;

    /**
     * A part of the cell.
     *
     * @param offset where its source starts in the cell
     * @param member whether it is a member of the class
     * @param at where its source starts among the members or in the body
     */
    record Part(Snippet.Kind kind, int offset, String source, boolean member, int at) {
        boolean mentions(Set<String> names) {
            return names.stream().anyMatch(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                    .matcher(source)
                    .find());
        }
    }

    /** Adds a part; only one that declares variables has several snippets. */
    void add(List<Snippet> snippets, int offset, String source) {
        Snippet.Kind kind = kind(snippets.get(0));
        String name = name(snippets.get(0));
        switch (kind) {
            case IMPORT -> imports.append(source).append(";\n");
            case METHOD -> member(kind, offset, source, methods, name);
            case TYPE_DECL -> member(kind, offset, source, types, name);
            case VAR -> {
                snippets.forEach(each -> variables.add(name(each)));
                statement(
                        kind,
                        offset,
                        source,
                        "",
                        NOT_LOCAL.matcher(source).replaceAll(match -> " "
                                .repeat(match.group().length())),
                        "\n;\n");
            }
            case EXPRESSION -> {
                boolean ended = source.stripTrailing().endsWith(";");
                String value = ended ? source.substring(0, source.lastIndexOf(';')) : source;
                statement(kind, offset, source, "value(", value, "\n);\n");
            }
            default -> statement(kind, offset, source, "", source, "\n");
        }
    }

    /** What a part is, also if it does not compile. */
    private static Snippet.Kind kind(Snippet snippet) {
        if (snippet instanceof ErroneousSnippet erroneous) {
            return erroneous.probableKind();
        }
        return snippet.subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND
                ? Snippet.Kind.EXPRESSION
                : snippet.kind();
    }

    private static String name(Snippet snippet) {
        return snippet instanceof PersistentSnippet named ? named.name() : "";
    }

    private void member(Snippet.Kind kind, int offset, String source, Set<String> names, String name) {
        names.add(name);
        members.append(STATIC.matcher(source).matches() ? "" : "static ");
        parts.add(new Part(kind, offset, source, true, members.length()));
        members.append(source).append('\n');
    }

    private void statement(Snippet.Kind kind, int offset, String source, String before, String text, String after) {
        body.append(before);
        parts.add(new Part(kind, offset, source, false, body.length()));
        body.append(text).append(after);
    }

    /**
     * The source of the unit.
     *
     * @param header package and imports of the cells; those of names declared here are left out
     */
    String text(String header) {
        String kept = header.lines()
                .filter(line -> types.stream().noneMatch(type -> line.strip().endsWith('.' + type + ';')))
                .collect(Collectors.joining("\n", "", "\n"));
        StringBuilder text = new StringBuilder(kept).append(imports);
        for (Set<String> names : List.of(methods, types)) {
            names.forEach(name -> text.append("import static REPL." + NAME + '.' + name + ";\n"));
        }
        text.append("class " + NAME + " {\nstatic void value(Object any) {}\n");
        membersAt = text.length();
        text.append(members).append("static void cell() throws Throwable {\n");
        bodyAt = text.length();
        return text.append(body).append("}\n}\n").toString();
    }

    /** The part that contains a position of the text. */
    Optional<Part> partAt(long position) {
        return parts.stream()
                .filter(part -> {
                    long from = start(part);
                    return position >= from && position <= from + part.source().length();
                })
                .findFirst();
    }

    /** A position of the text as one of the cell. */
    int inCell(Part part, long position) {
        return part.offset() + (int) (position - start(part));
    }

    private long start(Part part) {
        return (part.member() ? membersAt : bodyAt) + (long) part.at();
    }

    /** The names of all variables, methods and types of the parts. */
    Set<String> names() {
        Set<String> all = new TreeSet<>(variables);
        all.addAll(methods);
        all.addAll(types);
        return all;
    }

    Set<String> variables() {
        return variables;
    }

    Set<String> methods() {
        return methods;
    }
}
