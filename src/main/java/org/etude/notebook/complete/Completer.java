// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import jdk.jshell.VarSnippet;

/** Completes Java: JShell provides the candidates, reflection describes them. */
public final class Completer {
    /** The maximum number of items; an empty prefix would match every class. */
    private static final int LIMIT = 500;

    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s[^;\\n]*;");

    private static final List<String> KEYWORDS = List.of(
            "abstract",
            "boolean",
            "break",
            "byte",
            "case",
            "catch",
            "char",
            "class",
            "continue",
            "default",
            "do",
            "double",
            "else",
            "enum",
            "extends",
            "false",
            "final",
            "finally",
            "float",
            "for",
            "if",
            "implements",
            "import",
            "instanceof",
            "int",
            "interface",
            "long",
            "new",
            "null",
            "private",
            "protected",
            "public",
            "record",
            "return",
            "sealed",
            "short",
            "static",
            "super",
            "switch",
            "synchronized",
            "this",
            "throw",
            "throws",
            "true",
            "try",
            "var",
            "void",
            "volatile",
            "while",
            "yield");

    /** The methods of every object, which are listed last. */
    private static final Set<String> OF_EVERY_OBJECT =
            Set.of("equals", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private final JShell shell;
    private final ScopeTypes types;
    private final PathCompleter paths = new PathCompleter(Path.of("").toAbsolutePath());

    public Completer(JShell shell, ScopeTypes types) {
        this.shell = shell;
        this.types = types;
    }

    /** The completions at the cursor, a position in the text from 0. */
    public Completions complete(String code, int cursor) {
        String before = code.substring(0, Math.max(0, Math.min(cursor, code.length())));
        Optional<Completions> path = paths.complete(before);
        return path.isPresent() ? path.get() : names(before);
    }

    private Completions names(String before) {
        String blanked = blankImports(before);
        int[] anchor = {before.length()};
        List<Suggestion> found = suggestions(blanked, 0, anchor);
        if (found.isEmpty()) {
            found = suggestions(before, lastSnippet(before), anchor);
        }
        Set<String> texts = new LinkedHashSet<>();
        found.stream().filter(Suggestion::matchesType).forEach(each -> texts.add(each.continuation()));
        found.forEach(each -> texts.add(each.continuation()));
        int start = Math.min(anchor[0], before.length());
        if (found.isEmpty()) {
            start = wordStart(before);
        }
        int dot = before.substring(0, start).stripTrailing().length() - 1;
        Optional<Class<?>> receiver =
                dot > 0 && before.charAt(dot) == '.' ? types.receiver(blanked, dot) : Optional.empty();
        boolean member = dot > 0 && before.charAt(dot) == '.';
        if (!member && start < before.length()) {
            String word = before.substring(start);
            KEYWORDS.stream().filter(each -> each.startsWith(word)).forEach(texts::add);
        }
        List<Completions.Item> items = new ArrayList<>();
        texts.stream()
                .sorted(Comparator.comparingInt(text -> member ? order(name(text), receiver) : 0))
                .limit(LIMIT)
                .forEach(text -> items.add(item(text, member, receiver)));
        return new Completions(start, before.length(), items);
    }

    /** What users call comes first, then what is for Etude's own packages, then what every object has. */
    private static int order(String name, Optional<Class<?>> receiver) {
        if (OF_EVERY_OBJECT.contains(name)) {
            return 2;
        }
        return receiver.isPresent() && Signatures.isInternal(receiver.get(), name) ? 1 : 0;
    }

    private List<Suggestion> suggestions(String code, int from, int[] anchor) {
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        String part = code.substring(from);
        int[] found = {part.length()};
        List<Suggestion> suggestions = analysis.completionSuggestions(part, part.length(), found);
        anchor[0] = from + found[0];
        return suggestions;
    }

    /**
     * Imports cannot be among statements, where the compiler looks for completions; replacing them by spaces keeps the
     * offsets.
     */
    private static String blankImports(String code) {
        Matcher matcher = IMPORT.matcher(code);
        return matcher.replaceAll(match -> " ".repeat(match.group().length()));
    }

    private static int wordStart(String code) {
        int at = code.length();
        while (at > 0 && Character.isJavaIdentifierPart(code.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    private int lastSnippet(String code) {
        String rest = code;
        while (!rest.isBlank()) {
            CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(rest);
            String remaining = info.remaining();
            // Of an incomplete snippet JShell returns all, with a line break added.
            if (remaining == null || remaining.isBlank() || remaining.length() >= rest.length()) {
                break;
            }
            rest = remaining;
        }
        return code.length() - rest.length();
    }

    private static String name(String text) {
        int call = text.indexOf('(');
        return call < 0 ? text : text.substring(0, call);
    }

    private Completions.Item item(String text, boolean member, Optional<Class<?>> receiver) {
        int call = text.indexOf('(');
        String name = name(text);
        if (member) {
            return member(text, name, call >= 0, receiver);
        }
        if (KEYWORDS.contains(name)) {
            return new Completions.Item(text, "keyword", "");
        }
        if (call >= 0) {
            return new Completions.Item(
                    text, "function", declared(name).or(() -> imported(name)).orElse(""));
        }
        Optional<String> variable = shell.variables()
                .filter(each -> each.name().equals(name))
                .map(VarSnippet::typeName)
                .map(types::shortened)
                .findFirst();
        if (variable.isPresent()) {
            return new Completions.Item(text, "instance", variable.get());
        }
        return new Completions.Item(text, Character.isUpperCase(name.charAt(0)) ? "class" : "instance", "");
    }

    private static Completions.Item member(String text, String name, boolean call, Optional<Class<?>> receiver) {
        if (call) {
            String signature =
                    receiver.flatMap(type -> Signatures.method(type, name)).orElse("");
            return new Completions.Item(text, "function", signature);
        }
        Optional<String> field = receiver.flatMap(type -> Signatures.field(type, name));
        if (field.isPresent() || "length".equals(name) || "class".equals(name)) {
            return new Completions.Item(text, "property", field.orElse(""));
        }
        return new Completions.Item(text, Character.isUpperCase(name.charAt(0)) ? "class" : "module", "");
    }

    private Optional<String> declared(String name) {
        return shell.methods()
                .filter(each -> each.name().equals(name))
                .map(MethodSnippet::signature)
                .map(types::shortened)
                .findFirst();
    }

    private Optional<String> imported(String name) {
        return types.staticScope().stream()
                .flatMap(type -> Signatures.method(type, name).stream())
                .findFirst();
    }
}
