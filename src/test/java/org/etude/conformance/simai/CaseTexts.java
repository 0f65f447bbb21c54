// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Comparison of what is written with what was recorded. */
final class CaseTexts {
    private final List<String> differences = new ArrayList<>();

    /** Records two values that should be equal. */
    CaseTexts equal(String what, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            differences.add(what + ": is '" + found + "', expected '" + expected + "'");
        }
        return this;
    }

    /** Records the first line in which two texts differ. */
    CaseTexts equalText(String what, byte[] expected, byte[] found) {
        List<String> wanted = lines(expected);
        List<String> written = lines(found);
        for (int i = 0; i < Math.max(wanted.size(), written.size()); i++) {
            String want = i < wanted.size() ? wanted.get(i) : null;
            String is = i < written.size() ? written.get(i) : null;
            if (!Objects.equals(want, is)) {
                return equal(what + " line " + (i + 1), want, is);
            }
        }
        return this;
    }

    /** Records something that is wrong. */
    CaseTexts wrong(String what) {
        differences.add(what);
        return this;
    }

    List<String> differences() {
        return List.copyOf(differences);
    }

    private static List<String> lines(byte[] text) {
        return List.of(new String(text, StandardCharsets.UTF_8).split("\n", -1));
    }
}
