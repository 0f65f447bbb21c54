// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/**
 * Thrown during a run reduced by symmetry when one rank turns out not to represent all. The run is then repeated rank
 * by rank.
 */
public final class ReductionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception; the reason is a phrase such as "two messages tie". */
    public ReductionException(String reason) {
        super(reason, null, false, false);
    }
}
