// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

/** The exit statuses, common to all commands. */
public final class ExitCode {
    /** Success. */
    public static final int OK = 0;
    /** Failure: the input cannot be used or the result cannot be computed; stderr says why. */
    public static final int FAILED = 1;
    /** The command line is wrong; nothing was done. */
    public static final int USAGE = 2;
    /** Done and printed, with a bad outcome: a finding of level error, a broken rule, a case that differs. */
    public static final int FINDINGS = 3;
    /** An internal error of Etude; please report it. */
    public static final int INTERNAL = 70;
    /** Out of memory; with more memory, or for a smaller problem, the same command may succeed. */
    public static final int MEMORY = 71;
    /** Stopped by a limit such as {@code --max-time}; the tables hold what was simulated by then. */
    public static final int LIMIT = 75;
    /** Stopped by Ctrl-C; a simulation still prints its partial tables. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
