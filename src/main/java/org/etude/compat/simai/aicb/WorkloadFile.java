// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BiFunction;
import org.etude.report.AtomicFiles;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.spec.LlmException;

/** A file that holds a workload as a text: a table of AICB, or a workload of SimAI. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Reads a file.
     *
     * @param parser is given the name of the file, for errors, and its text
     * @throws LlmException when it cannot be read
     */
    public static <T> T read(Path file, BiFunction<String, String, T> parser) {
        String text;
        try {
            text = InputText.utf8(file);
        } catch (IOException e) {
            throw new LlmException(
                    file + ": the workload cannot be read: " + IoReason.of(e), "Check the path and its permissions.");
        }
        return parser.apply(file.toString(), text);
    }

    /**
     * Writes a file, whole or not at all.
     *
     * @throws LlmException when it cannot be written
     */
    public static void write(Path file, String text) {
        try {
            AtomicFiles.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new LlmException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e));
        }
    }
}
