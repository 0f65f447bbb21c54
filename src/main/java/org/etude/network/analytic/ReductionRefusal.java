// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

/** Says during a run reduced by symmetry why one rank cannot represent all after all. The run is then done rank by rank. */
public final class ReductionRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A refusal for a reason, a phrase such as "two messages tie". */
    public ReductionRefusal(String reason) {
        super(reason, null, false, false);
    }
}
