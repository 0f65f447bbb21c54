// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks the counts that options give. */
public final class Counts {
    private Counts() {}

    /**
     * A count that must be 1 or more.
     *
     * @param option the option that gives it
     * @throws ParameterException when it is less
     */
    public static int positive(CommandSpec command, String option, int count) {
        if (count < 1) {
            throw new ParameterException(command.commandLine(), option + " is " + count + "; give 1 or more");
        }
        return count;
    }
}
