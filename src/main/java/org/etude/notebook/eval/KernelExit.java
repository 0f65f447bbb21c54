// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

/**
 * Replaces, in cells, calls that end the process, which holds the variables of all cells. Public only because cells
 * call it.
 */
public final class KernelExit {
    private KernelExit() {}

    /** {@link System#exit(int)}. */
    public static void exit(int status) {
        throw refused("System.exit(" + status + ")");
    }

    /** {@link Runtime#exit(int)}. */
    public static void exit(Runtime runtime, int status) {
        throw refused("Runtime.exit(" + status + ")");
    }

    /** {@link Runtime#halt(int)}. */
    public static void halt(Runtime runtime, int status) {
        throw refused("Runtime.halt(" + status + ")");
    }

    private static UnsupportedOperationException refused(String call) {
        return new UnsupportedOperationException(call
                + " would end the kernel and lose the variables of all cells; return, throw, or shut the kernel down"
                + " from the notebook's menu");
    }
}
