// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

/** Tells a pickle from other files by its first two bytes. */
public final class PickleStart {
    private static final int PROTO = 0x80;

    private PickleStart() {}

    /**
     * Whether a file that begins like this may be a pickled dict: with PROTO, which names a protocol from 2 on, or as
     * protocols 0 and 1 write a dict ({@code (d} and {@code \u007dq} or {@code \u007d(}). JSON never begins so. Bytes past the end
     * of a file are negative.
     */
    public static boolean isOne(int first, int second) {
        return first == PROTO || first == '(' && second == 'd' || first == '}' && (second == 'q' || second == '(');
    }
}
