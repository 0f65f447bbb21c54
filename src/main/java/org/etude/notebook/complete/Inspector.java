// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.VarSnippet;

/** Explains names: signatures from JShell, documentation from sources if available. */
public final class Inspector {
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
        for (String probe : new String[] {before + "(", before}) {
            for (Documentation each : shell.sourceCodeAnalysis().documentation(probe, probe.length(), true)) {
                signatures.add(each.signature());
                if (doc.isEmpty() && each.javadoc() != null) {
                    doc = each.javadoc();
                }
            }
            if (!signatures.isEmpty()) {
                break;
            }
        }
        if (doc.isEmpty()) {
            doc = javadoc.find(code, start, word).orElse("");
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
