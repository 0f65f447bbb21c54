// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the documentation of a name in the source of its class. */
final class JavadocLookup {
    private final ScopeTypes types;
    private final SourceDocs sources = new SourceDocs();

    JavadocLookup(ScopeTypes types) {
        this.types = types;
    }

    /** The documentation of the word at an offset of the code: a type, a member, a static import. */
    Optional<String> find(String code, int start, String word) {
        int dot = code.substring(0, start).stripTrailing().length() - 1;
        if (dot > 0 && code.charAt(dot) == '.') {
            return types.receiver(code, dot).flatMap(type -> member(type, word));
        }
        Optional<Class<?>> type = types.named(word);
        if (type.isPresent()) {
            return sources.ofType(type.get());
        }
        return types.staticScope().stream()
                .flatMap(each -> member(each, word).stream())
                .findFirst();
    }

    /** The documentation of a member by its signature, {@code Topology Topology.latency(Time... latencies)}. */
    Optional<String> ofSignature(List<String> signatures, String word) {
        Pattern owner = Pattern.compile("([A-Za-z_$][\\w.$]*)(?:<[^()]*>)?\\." + Pattern.quote(word) + "\\(");
        return signatures.stream()
                .map(owner::matcher)
                .filter(Matcher::find)
                .flatMap(found -> types.named(found.group(1)).stream())
                .flatMap(type -> member(type, word).stream())
                .findFirst();
    }

    private Optional<String> member(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            Optional<String> found = sources.ofMember(at, name);
            for (Class<?> each : at.getInterfaces()) {
                found = found.or(() -> member(each, name));
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
