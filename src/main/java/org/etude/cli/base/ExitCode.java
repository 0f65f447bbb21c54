// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

/** What the exit status of a command means; the same for all of them. */
public final class ExitCode {
    /** Done. */
    public static final int OK = 0;
    /** It could not be done: the input cannot be used or the result cannot be had; stderr says why. */
    public static final int FAILED = 1;
    /** The command line is wrong; nothing was done. */
    public static final int USAGE = 2;
    /** Done and printed, but what was found is not good: a finding of level error, a broken rule, a case that differs. */
    public static final int FINDINGS = 3;
    /** A fault of Etude itself; please report it. */
    public static final int INTERNAL = 70;
    /** The memory did not suffice; with more, or for less, the same command may succeed. */
    public static final int MEMORY = 71;
    /** Stopped by a limit such as {@code --max-time}; the tables hold what was simulated by then. */
    public static final int LIMIT = 75;
    /** Stopped by Ctrl-C; a simulation still gives the tables of what it has. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
