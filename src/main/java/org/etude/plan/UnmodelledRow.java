// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

/** A row of measured steps that says too little, or what no model covers; it stays in the table with this reason. */
final class UnmodelledRow extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnmodelledRow(String reason) {
        super(reason);
    }
}
