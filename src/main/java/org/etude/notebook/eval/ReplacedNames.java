// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/**
 * The declarations that those of a cell replaced. JShell lets a declaration replace a former one even if it does not
 * compile: after {@code int i = typo();} there is no {@code i}, not even the former one.
 */
final class ReplacedNames {
    private final JShell shell;
    private final Map<String, DeclarationSnippet> former = new LinkedHashMap<>();

    ReplacedNames(JShell shell) {
        this.shell = shell;
    }

    /** Notes what an event says of a former declaration. */
    void note(SnippetEvent event) {
        if (event.status() == Status.OVERWRITTEN
                && event.previousStatus().isDefined()
                && event.snippet() instanceof DeclarationSnippet declaration) {
            former.put(key(declaration), declaration);
        }
    }

    private static String key(DeclarationSnippet declaration) {
        String signature = declaration instanceof MethodSnippet method ? method.parameterTypes() : "";
        return declaration.kind() + " " + declaration.name() + " " + signature;
    }

    /**
     * Returns the declarations that nothing defined has taken the place of, once: classes first, then methods, as
     * variables may need them. Whatever replaced them is dropped.
     */
    List<DeclarationSnippet> takeLost() {
        if (former.isEmpty()) {
            return List.of();
        }
        List<DeclarationSnippet> lost = new ArrayList<>();
        Map<String, List<DeclarationSnippet>> active = shell.snippets()
                .filter(DeclarationSnippet.class::isInstance)
                .map(DeclarationSnippet.class::cast)
                .filter(other -> shell.status(other).isActive())
                .collect(Collectors.groupingBy(ReplacedNames::key));
        former.forEach((key, declaration) -> {
            List<DeclarationSnippet> now = active.getOrDefault(key, List.of());
            if (now.stream().noneMatch(other -> shell.status(other).isDefined())) {
                now.forEach(shell::drop);
                lost.add(declaration);
            }
        });
        former.clear();
        lost.sort(Comparator.comparingInt(ReplacedNames::rank));
        return lost;
    }

    private static int rank(Snippet snippet) {
        if (snippet instanceof VarSnippet) {
            return 2;
        }
        return snippet instanceof TypeDeclSnippet ? 0 : 1;
    }
}
