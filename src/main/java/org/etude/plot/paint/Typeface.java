// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.awt.geom.AffineTransform;
import java.awt.geom.GeneralPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TTFSubsetter;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/** One face of the bundled font: widths, outlines and subsets; independent of the system's fonts. */
public final class Typeface {
    public static final Typeface REGULAR = load("LiberationSans-Regular.ttf");
    public static final Typeface BOLD = load("LiberationSans-Bold.ttf");

    private static final int MISSING = '?';
    private static final List<String> WEB_TABLES = List.of(
            "head", "hhea", "loca", "maxp", "cvt ", "prep", "glyf", "hmtx", "fpgm", "cmap", "OS/2", "post", "name");

    private final byte[] file;
    private final TrueTypeFont font;
    private final CmapLookup cmap;
    private final double unitsPerEm;

    private Typeface(byte[] file) throws IOException {
        this.file = file;
        font = new TTFParser().parse(new RandomAccessReadBuffer(file));
        cmap = font.getUnicodeCmapLookup();
        unitsPerEm = font.getUnitsPerEm();
    }

    public static Typeface of(boolean bold) {
        return bold ? BOLD : REGULAR;
    }

    private static Typeface load(String name) {
        try (InputStream in = Typeface.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks the font " + name);
            }
            return new Typeface(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole file. */
    InputStream file() {
        return new ByteArrayInputStream(file);
    }

    /** The text on one line, with a question mark for each character that the font lacks. */
    public String clean(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c == '\n' || c == '\r' || c == '\t') {
                kept.append(' ');
            } else if (!Character.isISOControl(c)) {
                kept.appendCodePoint(has(c) ? c : MISSING);
            }
        });
        return kept.toString();
    }

    private synchronized boolean has(int codePoint) {
        return cmap.getGlyphId(codePoint) != 0;
    }

    /** The width of a {@link #clean} line of text, in the unit of {@code size}. */
    public synchronized double width(String text, double size) {
        long units = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            try {
                units += font.getAdvanceWidth(cmap.getGlyphId(text.codePointAt(i)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return units * size / unitsPerEm;
    }

    /** The text, truncated with an ellipsis if it is too wide; "" if not even that fits. */
    public String fit(String text, double size, double room) {
        if (width(text, size) <= room) {
            return text;
        }
        for (int end = text.length() - 1; end > 0; end--) {
            String cut = text.substring(0, end).stripTrailing() + "\u2026";
            if (!Character.isHighSurrogate(text.charAt(end - 1)) && width(cut, size) <= room) {
                return cut;
            }
        }
        return "";
    }

    /** Outlines of a text in font units, y upwards. */
    synchronized GeneralPath outline(String text) {
        GeneralPath all = new GeneralPath();
        double x = 0;
        try {
            for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
                int glyph = cmap.getGlyphId(text.codePointAt(i));
                var shape = font.getGlyph().getGlyph(glyph);
                if (shape != null) {
                    GeneralPath path = shape.getPath();
                    path.transform(AffineTransform.getTranslateInstance(x, 0));
                    all.append(path, false);
                }
                x += font.getAdvanceWidth(glyph);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    double unitsPerEm() {
        return unitsPerEm;
    }

    /** A subset of the font with only these characters, for the web. */
    synchronized byte[] subset(Set<Integer> codePoints) {
        try {
            TTFSubsetter subsetter = new TTFSubsetter(font, WEB_TABLES);
            subsetter.addAll(codePoints);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            subsetter.writeToStream(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
