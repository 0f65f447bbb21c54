// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.report.EtudeException;
import org.etude.report.IoReason;
import org.etude.report.Report;

/** Thrown when results cannot be written. */
public final class OutputException extends EtudeException {
    /** An output file that could not be written, with the system's reason. */
    public OutputException(Path file, IOException cause) {
        super(IoReason.notWritten(file, cause), IoReason.notWrittenAdvice(cause), Report.empty(), cause);
    }
}
