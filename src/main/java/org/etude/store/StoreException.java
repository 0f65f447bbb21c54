// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A saved value that cannot be written or opened. */
public final class StoreException extends EtudeException {
    private static final long serialVersionUID = 1L;

    StoreException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
