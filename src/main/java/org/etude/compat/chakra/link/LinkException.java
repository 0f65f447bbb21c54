// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when traces cannot be linked. */
public final class LinkException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public LinkException(String what, String advice) {
        super(what, advice);
    }

    /** Creates the exception with a cause; see {@link EtudeException}. */
    public LinkException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
