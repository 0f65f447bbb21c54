// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import org.etude.report.EtudeException;
import org.etude.report.Report;

/** Thrown when the kernel cannot be installed, removed or started. */
public final class InstallException extends EtudeException {
    InstallException(String what, String advice) {
        super(what, advice);
    }

    InstallException(String what, String advice, Throwable cause) {
        super(what, advice, Report.empty(), cause);
    }
}
