// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.VarSnippet;

/** Explains names: signatures from JShell, documentation from sources if available. */
public final class Inspector {
    /** How JShell describes variables and fields, {@code list:List<java.lang.String>}. */
    private static final Pattern VARIABLE = Pattern.compile("^([\\w.$]+):(?!:)\\s*(.+)$");

    private final JShell shell;
    private final ScopeTypes types;
    private final JavadocLookup javadoc;

    public Inspector(JShell shell, ScopeTypes types) {
        this.shell = shell;
        this.types = types;
        this.javadoc = new JavadocLookup(types);
    }

    /** The documentation of the name at the cursor, a position in the text from 0. */
    public Optional<Inspection> inspect(String code, int cursor) {
        int end = wordEnd(code, cursor);
        int start = wordStart(code, end);
        if (start == end) {
            return Optional.empty();
        }
        String before = code.substring(0, end);
        String word = code.substring(start, end);
        List<String> signatures = new ArrayList<>();
        String doc = "";
        String alone = alone(before, start, word);
        for (String probe : new String[] {before + "(", before, alone + "(", alone}) {
            for (Documentation each : shell.sourceCodeAnalysis().documentation(probe, probe.length(), true)) {
                signatures.add(VARIABLE.matcher(each.signature()).replaceFirst("$2 $1"));
                if (doc.isEmpty() && each.javadoc() != null) {
                    doc = each.javadoc();
                }
            }
            if (!signatures.isEmpty()) {
                break;
            }
        }
        if (signatures.isEmpty()) {
            types.localType(code.substring(0, start), word).ifPresent(type -> signatures.add(type + ' ' + word));
        }
        if (doc.isEmpty()) {
            doc = javadoc.find(code, start, word)
                    .or(() -> javadoc.ofSignature(signatures, word))
                    .orElse("");
        }
        shell.variables()
                .filter(each -> each.name().equals(word))
                .map(VarSnippet::typeName)
                .findFirst()
                .ifPresent(type -> signatures.add(0, type + ' ' + word));
        List<String> distinct =
                signatures.stream().map(types::shortened).distinct().toList();
        if (distinct.isEmpty() && doc.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(JavadocText.inspection(distinct, doc));
    }

    /** The name with its receiver only, for where JShell loses the context. */
    private String alone(String before, int start, String word) {
        int dot = before.substring(0, start).stripTrailing().length() - 1;
        return dot > 0 && before.charAt(dot) == '.' ? types.expression(before, dot) + '.' + word : word;
    }

    private static int wordEnd(String code, int cursor) {
        int at = Math.max(0, Math.min(cursor, code.length()));
        if (at > 0 && code.charAt(at - 1) == '(' && (at == code.length() || !part(code, at))) {
            at--;
        }
        while (at < code.length() && part(code, at)) {
            at++;
        }
        return at;
    }

    private static int wordStart(String code, int end) {
        int at = end;
        while (at > 0 && part(code, at - 1)) {
            at--;
        }
        return at;
    }

    private static boolean part(String code, int at) {
        return Character.isJavaIdentifierPart(code.charAt(at));
    }
}
