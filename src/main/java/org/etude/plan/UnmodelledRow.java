// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

/**
 * A row of measured steps that is incomplete, cannot be read, or is not covered by any model. The table keeps the
 * row, with this reason.
 */
final class UnmodelledRow extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean readable;

    /** A row that can be read, but not be modelled. */
    UnmodelledRow(String reason) {
        this(reason, true);
    }

    private UnmodelledRow(String reason, boolean readable) {
        super(reason);
        this.readable = readable;
    }

    /** A row with an invalid cell. */
    static UnmodelledRow unreadable(String reason) {
        return new UnmodelledRow(reason, false);
    }

    /** Whether all cells of the row are valid. */
    boolean readable() {
        return readable;
    }
}
