// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when a figure cannot be made or written. */
public final class PlotException extends EtudeException {
    /** Creates the exception; see {@link EtudeException}. */
    public PlotException(String what, String advice) {
        super(what, advice);
    }

    public PlotException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
