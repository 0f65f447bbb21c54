// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import org.etude.cli.TestShell;

/** Commands of Etude for the tests of other packages. */
public final class Launch {
    private Launch() {}

    /** Runs a command that must succeed; returns its standard output. */
    public static String command(Object... arguments) {
        return TestShell.run(arguments).exits(ExitCode.OK).out();
    }

    /** A command as a process of its own, not yet started. */
    public static ProcessBuilder builder(Object... arguments) {
        return TestShell.builder(arguments);
    }
}
