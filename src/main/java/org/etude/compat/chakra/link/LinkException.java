// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.link;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Traces that cannot be linked as asked. */
public final class LinkException extends EtudeException {
    /** Makes an error; see {@link EtudeException}. */
    public LinkException(String what, String advice) {
        super(what, advice);
    }

    /** Makes an error with a cause; see {@link EtudeException}. */
    public LinkException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
