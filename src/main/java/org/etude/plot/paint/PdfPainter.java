// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.util.Matrix;

/**
 * Writes a scene as a PDF page of its size, with subsets of the fonts it uses. Contains no dates, so that the bytes are
 * reproducible.
 */
public final class PdfPainter {
    /** Replaces PDFBox's time-dependent document id. */
    private static final long DOCUMENT_ID = 0x457475646556L;

    private static final int ROUND_JOIN = 1;

    private enum Face {
        REGULAR,
        BOLD
    }

    private final PDDocument document;
    private final PDPageContentStream page;
    private final double height;
    private final Map<Face, PDFont> fonts = new EnumMap<>(Face.class);

    private PdfPainter(PDDocument document, PDPageContentStream page, double height) {
        this.document = document;
        this.page = page;
        this.height = height;
    }

    /** The scene as a PDF file. */
    public static byte[] paint(Scene scene, String title) {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage(new PDRectangle((float) scene.width(), (float) scene.height()));
            document.addPage(page);
            document.setDocumentId(DOCUMENT_ID);
            document.getDocumentInformation().setTitle(title);
            document.getDocumentInformation().setProducer("Etude");
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                PdfPainter painter = new PdfPainter(document, content, scene.height());
                content.setLineJoinStyle(ROUND_JOIN);
                for (Scene.Item item : scene.items()) {
                    painter.item(item);
                }
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void item(Scene.Item item) throws IOException {
        if (item instanceof Scene.Boxes boxes) {
            boxes(boxes.xywh());
            fillColour(boxes.fill());
            page.fill();
        } else if (item instanceof Scene.Hatching hatching) {
            page.saveGraphicsState();
            boxes(hatching.xywh());
            page.clip();
            page.setStrokingColor(0f, 0f, 0f);
            page.setLineWidth((float) hatching.width());
            lines(HatchLines.of(hatching));
            page.restoreGraphicsState();
        } else if (item instanceof Scene.Path path) {
            path(path);
        } else if (item instanceof Scene.Text text) {
            text(text);
        } else if (item instanceof Scene.Clip clip) {
            page.saveGraphicsState();
            boxes(new double[] {clip.x(), clip.y(), clip.width(), clip.height()});
            page.clip();
        } else {
            page.restoreGraphicsState();
        }
    }

    private void boxes(double[] b) throws IOException {
        for (int i = 0; i < b.length; i += 4) {
            page.addRect((float) b[i], y(b[i + 1] + b[i + 3]), (float) b[i + 2], (float) b[i + 3]);
        }
    }

    private void lines(double[] ends) throws IOException {
        for (int i = 0; i < ends.length; i += 4) {
            page.moveTo((float) ends[i], y(ends[i + 1]));
            page.lineTo((float) ends[i + 2], y(ends[i + 3]));
        }
        if (ends.length > 0) {
            page.stroke();
        }
    }

    private void path(Scene.Path path) throws IOException {
        double[] xy = path.xy();
        if (path.stroke() != Scene.NONE) {
            float[] dash = new float[path.dash().length];
            for (int i = 0; i < dash.length; i++) {
                dash[i] = (float) path.dash()[i];
            }
            page.setLineDashPattern(dash, 0);
            page.setLineWidth((float) path.width());
            page.setStrokingColor(part(path.stroke(), 16), part(path.stroke(), 8), part(path.stroke(), 0));
        }
        fillColour(path.fill());
        for (int i = 0; i < xy.length; i += 2) {
            if (i == 0) {
                page.moveTo((float) xy[i], y(xy[i + 1]));
            } else {
                page.lineTo((float) xy[i], y(xy[i + 1]));
            }
        }
        if (path.closed()) {
            page.closePath();
        }
        paint(path.fill() != Scene.NONE, path.stroke() != Scene.NONE);
    }

    private void paint(boolean fill, boolean stroke) throws IOException {
        if (fill && stroke) {
            page.fillAndStroke();
        } else if (fill) {
            page.fill();
        } else {
            page.stroke();
        }
    }

    private void text(Scene.Text text) throws IOException {
        if (text.text().isEmpty()) {
            return;
        }
        double width = Typeface.of(text.bold()).width(text.text(), text.size());
        double back =
                switch (text.anchor()) {
                    case START -> 0;
                    case MIDDLE -> width / 2;
                    case END -> width;
                };
        double angle = Math.toRadians(text.angle());
        page.beginText();
        page.setFont(font(text.bold() ? Face.BOLD : Face.REGULAR), (float) text.size());
        fillColour(text.rgb());
        Matrix place = Matrix.getRotateInstance(angle, (float) text.x(), y(text.y()));
        place.translate((float) -back, 0);
        page.setTextMatrix(place);
        page.showText(text.text());
        page.endText();
    }

    private PDFont font(Face face) throws IOException {
        PDFont font = fonts.get(face);
        if (font == null) {
            font = PDType0Font.load(document, Typeface.of(face == Face.BOLD).file(), true);
            fonts.put(face, font);
        }
        return font;
    }

    private void fillColour(int rgb) throws IOException {
        if (rgb != Scene.NONE) {
            page.setNonStrokingColor(part(rgb, 16), part(rgb, 8), part(rgb, 0));
        }
    }

    private float y(double down) {
        return (float) (height - down);
    }

    private static float part(int rgb, int shift) {
        return (rgb >> shift & 0xFF) / 255f;
    }
}
