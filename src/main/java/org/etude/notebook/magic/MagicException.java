// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when a magic is called incorrectly or fails. */
public final class MagicException extends EtudeException {
    MagicException(String what, String advice) {
        super(what, advice);
    }

    MagicException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
