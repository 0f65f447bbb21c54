// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

/** Converts cursor positions: the protocol counts Unicode characters, Java UTF-16 units. */
final class CodePoints {
    private CodePoints() {}

    static int toChars(String text, int codePoints) {
        int count = Math.max(0, Math.min(codePoints, text.codePointCount(0, text.length())));
        return text.offsetByCodePoints(0, count);
    }

    static int ofChars(String text, int chars) {
        return text.codePointCount(0, Math.max(0, Math.min(chars, text.length())));
    }
}
