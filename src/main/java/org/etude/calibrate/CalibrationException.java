// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Measurements that cannot be read, or lack what a fit needs. */
public final class CalibrationException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** Creates an error; see {@link EtudeException}. */
    public CalibrationException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with its cause; see {@link EtudeException}. */
    public CalibrationException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
