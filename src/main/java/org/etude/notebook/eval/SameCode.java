// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Compares classes without their debug information. An import added above a snippet moves its lines, which changes the
 * bytes of its class but not its behaviour.
 */
final class SameCode {
    private SameCode() {}

    /** Whether two versions of a class differ at most in names of source files, lines and local variables. */
    static boolean of(byte[] one, byte[] other) {
        return Arrays.equals(one, other) || Arrays.equals(withoutDebug(one), withoutDebug(other));
    }

    /** Builds a new constant pool, because the order of the old one depends on what was removed. */
    private static byte[] withoutDebug(byte[] bytecode) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytecode).accept(writer, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }
}
