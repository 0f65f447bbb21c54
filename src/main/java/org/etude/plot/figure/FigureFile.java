// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;

/** Writes figures to files in the format given by the file name's ending. */
final class FigureFile {
    private FigureFile() {}

    static void write(Figure figure, Path file, Size size) {
        byte[] bytes = bytes(figure, file, size);
        try {
            AtomicFiles.write(file, out -> out.write(bytes));
        } catch (IOException e) {
            throw new PlotException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    /** A page in the temporary directory; deleted when the process ends. */
    static Path temporaryPage(Figure figure) {
        try {
            Path page = Files.createTempFile("etude-figure-", ".html");
            page.toFile().deleteOnExit();
            Files.writeString(page, figure.html());
            return page;
        } catch (IOException e) {
            throw new PlotException(
                    "the temporary page cannot be written: " + IoReason.of(e), "Use save(\"figure.html\") instead.", e);
        }
    }

    private static byte[] bytes(Figure figure, Path file, Size size) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "pdf" -> figure.pdf(size);
            case "svg" -> figure.svg(size).getBytes(StandardCharsets.UTF_8);
            case "png" -> figure.png(size);
            case "html" -> figure.html().getBytes(StandardCharsets.UTF_8);
            default ->
                throw new PlotException(
                        file + ": unknown figure format", "Give a name that ends in .pdf, .svg, .png or .html.");
        };
    }
}
