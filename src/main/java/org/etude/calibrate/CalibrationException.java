// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Measurements that cannot be read, or do not say what a fit needs. */
public final class CalibrationException extends EtudeException {
    private static final long serialVersionUID = 1L;

    /** What cannot be used, and what to do. */
    public CalibrationException(String what, String advice) {
        super(what, advice);
    }

    /** The same with a cause. */
    public CalibrationException(String what, String advice, Exception cause) {
        super(what, advice, Report.empty(), cause);
    }
}
