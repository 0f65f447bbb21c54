// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.EtudeException;
import org.etude.report.Internal;
import org.etude.report.Report;

/** A simulation that cannot be set up or run. */
@Internal
public class SimulationException extends EtudeException {
    /** Creates an error; see {@link EtudeException}. */
    public SimulationException(String what, String advice) {
        super(what, advice);
    }

    /** Creates an error with details and a cause; see {@link EtudeException}. */
    public SimulationException(String what, String advice, Report details, Throwable cause) {
        super(what, advice, details, cause);
    }
}
