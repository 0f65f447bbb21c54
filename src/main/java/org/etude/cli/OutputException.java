package org.etude.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.report.EtudeException;
import org.etude.report.IoReason;
import org.etude.report.Report;

/** Results that could not be written. */
public final class OutputException extends EtudeException {
    OutputException(Path file, IOException cause) {
        super(
                "cannot write " + file + ": " + IoReason.of(cause),
                IoReason.advice(cause, "Choose a directory that can be written to and has room."),
                Report.empty(),
                cause);
    }
}
