// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

/** A row of measured steps that says too little, that cannot be read, or that no model covers; it stays in the table with this reason. */
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

    /** A row with a cell that is an error of the file. */
    static UnmodelledRow unreadable(String reason) {
        return new UnmodelledRow(reason, false);
    }

    /** Whether the file is sound in this row. */
    boolean readable() {
        return readable;
    }
}
