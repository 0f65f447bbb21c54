// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/** Completes Java: JShell provides the candidates, reflection describes them. */
public final class Completer {
    /** The maximum number of items; an empty prefix would match every class. */
    private static final int LIMIT = 500;

    private static final Pattern UNFINISHED_IMPORT = Pattern.compile("(?:^|[;}\\n])\\s*(import\\s[^;\\n]*)$");

    /** The variable in which JShell keeps the value of an expression. */
    private static final Pattern RESULT = Pattern.compile("[$]\\d+");

    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s[^;\\n]*;");

    /** Where JShell has no context for the name of a type: its parser needs the whole head of the statement. */
    private static final Pattern HEAD = Pattern.compile("(?<![\\w$.])(?:for|try)\\s*\\(\\s*(?:final\\s+)?$");

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

    /**
     * Whether JShell has listed the packages of all jars, which it does in the background in the first seconds; until
     * then it completes neither packages nor imports.
     */
    public boolean listed() {
        String probe = "import java.";
        return !suggestions(probe, 0, new int[1]).isEmpty();
    }

    private Completions names(String before) {
        String blanked = blankImports(before);
        int[] anchor = {before.length()};
        int word = wordStart(before);
        int dot = before.substring(0, word).stripTrailing().length() - 1;
        Matcher unfinished = UNFINISHED_IMPORT.matcher(before);
        boolean ofImport = unfinished.find();
        boolean member = dot > 0 && before.charAt(dot) == '.';
        List<Suggestion> found =
                ofImport ? suggestions(before, unfinished.start(1), anchor) : suggestions(blanked, 0, anchor);
        if (found.isEmpty()) {
            found = suggestions(before, lastSnippet(before), anchor);
        }
        if (found.isEmpty() && HEAD.matcher(before.substring(0, word)).find()) {
            found = suggestions(before, word, anchor);
        }
        if (member && !ofImport) {
            found = members(found, blanked, dot, anchor);
        }
        int start = found.isEmpty() ? word : Math.min(anchor[0], before.length());
        Set<String> texts = new LinkedHashSet<>();
        Map<String, String> locals = member || ofImport ? Map.of() : LocalNames.in(before.substring(0, word));
        locals.forEach((name, type) -> {
            if (name.startsWith(before.substring(start))) {
                texts.add(type.startsWith("(") ? name + '(' : name);
            }
        });
        found.stream().filter(Suggestion::matchesType).forEach(each -> texts.add(each.continuation()));
        found.forEach(each -> texts.add(each.continuation()));
        if (!member && start < before.length()) {
            KEYWORDS.stream()
                    .filter(each -> each.startsWith(before.substring(start)))
                    .forEach(texts::add);
        }
        String begun = before.substring(start);
        if (!begun.startsWith("$")) {
            texts.removeIf(text -> RESULT.matcher(text).matches());
        }
        if (begun.isEmpty() && !member && !ofImport) {
            ownFirst(texts, locals.keySet());
        }
        List<Completions.Item> items = member
                ? members(texts, types.receiver(blanked, dot))
                : texts.stream().limit(LIMIT).map(text -> item(text, locals)).toList();
        return new Completions(start, before.length(), items);
    }

    /** Of all the names that are possible where nothing is typed yet, those that the notebook declares come first. */
    private void ownFirst(Set<String> texts, Set<String> locals) {
        Set<String> own = new HashSet<>(locals);
        shell.variables().map(VarSnippet::name).forEach(own::add);
        shell.methods().map(MethodSnippet::name).forEach(own::add);
        shell.types().map(TypeDeclSnippet::name).forEach(own::add);
        List<String> ordered = texts.stream()
                .sorted(Comparator.comparing(text -> !own.contains(name(text))))
                .toList();
        texts.clear();
        texts.addAll(ordered);
    }

    private static List<Completions.Item> members(Set<String> texts, Optional<Class<?>> receiver) {
        return texts.stream()
                .sorted(Comparator.comparingInt(text -> order(name(text), receiver)))
                .limit(LIMIT)
                .map(text -> member(text, receiver))
                .toList();
    }

    /**
     * The members of an expression. Below statements that are not complete JShell loses the context, and completes
     * nothing or any name: what the expression has by itself is right then.
     */
    private List<Suggestion> members(List<Suggestion> found, String code, int dot, int[] anchor) {
        String expression = types.expression(code, dot);
        String word = code.substring(wordStart(code));
        List<Suggestion> alone = List.of();
        if (!expression.isEmpty()) {
            alone = suggestions(expression + '.' + word, 0, new int[1]);
        }
        Set<String> names = alone.stream().map(Suggestion::continuation).collect(Collectors.toSet());
        if (names.isEmpty() || found.stream().map(Suggestion::continuation).anyMatch(names::contains)) {
            return found;
        }
        anchor[0] = code.length() - word.length();
        return alone;
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

    private Completions.Item item(String text, Map<String, String> locals) {
        String name = name(text);
        String local = locals.get(name);
        if (local != null) {
            boolean method = local.startsWith("(");
            String type = method ? local.substring(1) : local;
            return new Completions.Item(text, method ? "function" : "instance", "var".equals(type) ? "" : type);
        }
        if (KEYWORDS.contains(name)) {
            return new Completions.Item(text, "keyword", "");
        }
        if (text.length() > name.length()) {
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

    private static Completions.Item member(String text, Optional<Class<?>> receiver) {
        String name = name(text);
        if (text.length() > name.length()) {
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
