// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.text.PDFTextStripper;
import org.assertj.core.data.Offset;
import org.etude.plot.figure.Examples;
import org.etude.plot.model.Size;
import org.junit.jupiter.api.Test;

class PdfPainterTest {
    @Test
    void fontsAreEmbeddedSubsetsAndTextIsText() throws IOException {
        byte[] pdf = Examples.all().get("panels").pdf(Size.SCREEN);
        try (PDDocument document = Loader.loadPDF(pdf)) {
            assertThat(document.getNumberOfPages()).isEqualTo(1);
            List<PDFont> fonts = new ArrayList<>();
            var resources = document.getPage(0).getResources();
            for (COSName name : resources.getFontNames()) {
                fonts.add(resources.getFont(name));
            }
            assertThat(fonts).hasSize(2).allMatch(PDFont::isEmbedded);
            assertThat(fonts).extracting(PDFont::getName).allMatch(n -> n.matches("[A-Z]{6}\\+LiberationSans(-Bold)?"));
            assertThat(new PDFTextStripper().getText(document))
                    .contains("completion time (µs)", "topology 3", "Slowdown");
        }
        assertThat(pdf).hasSizeLessThan(60_000);
    }

    @Test
    void thePageHasTheSizeOfTheFigureAndNoDates() throws IOException {
        try (PDDocument document = Loader.loadPDF(Examples.fit().pdf(Size.COLUMN.height(60)))) {
            assertThat(document.getPage(0).getMediaBox().getWidth()).isEqualTo((float) (84 * 72 / 25.4));
            assertThat((double) document.getPage(0).getMediaBox().getHeight())
                    .isCloseTo(60 * 72 / 25.4, Offset.offset(0.01));
            assertThat(document.getDocumentInformation().getCreationDate()).isNull();
            assertThat(document.getDocumentInformation().getTitle()).isEqualTo("Calibration");
        }
    }
}
