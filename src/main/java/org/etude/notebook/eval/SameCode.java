// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Compares classes without what only debuggers see. An import that is added above a snippet moves its lines, and so
 * changes the bytes of its class but not what the class does.
 */
final class SameCode {
    private SameCode() {}

    /** Whether two versions of a class differ in names of source files, lines and local variables at most. */
    static boolean of(byte[] one, byte[] other) {
        return Arrays.equals(one, other) || Arrays.equals(withoutDebug(one), withoutDebug(other));
    }

    /** A fresh constant pool: its order would show what was left out. */
    private static byte[] withoutDebug(byte[] bytecode) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytecode).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }
}
