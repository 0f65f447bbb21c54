// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** A figure that cannot be made, or not be written. */
public final class PlotException extends EtudeException {
    /** Makes an error of what is wrong and what to do about it. */
    public PlotException(String what, String advice) {
        super(what, advice);
    }

    public PlotException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
