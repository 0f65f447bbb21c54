// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import picocli.CommandLine.ParameterException;

/**
 * A command or mixin with options that only work next to others. Checked before the command reads anything, because a
 * result for which an option was passed over looks as if it had been considered.
 */
public interface CheckedOptions {
    /**
     * Refuses options without effect.
     *
     * @throws ParameterException when one was given
     */
    void check(GivenOptions given);
}
