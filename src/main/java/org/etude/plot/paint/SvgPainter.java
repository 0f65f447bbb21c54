// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.plot.model.Decimal;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Size;

/** Writes a scene as SVG: boxes of one colour as one path, coordinates with two decimals, text as text. */
public final class SvgPainter {
    private static final String EMBEDDED = "Figure Sans";
    private static final String FALLBACK = "Liberation Sans,Arial,Helvetica,sans-serif";

    private final StringBuilder out = new StringBuilder(1 << 14);
    private final boolean fonts;
    private int ids;

    private SvgPainter(boolean fonts) {
        this.fonts = fonts;
    }

    /** The scene as an SVG document. */
    public static String paint(Scene scene, boolean fonts) {
        SvgPainter painter = new SvgPainter(fonts);
        painter.head(scene);
        for (Scene.Item item : scene.items()) {
            painter.item(item);
        }
        return painter.out.append("</svg>\n").toString();
    }

    private void head(Scene scene) {
        double mm = Size.POINTS_PER_MM;
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(Decimal.coordinate(scene.width() / mm))
                .append("mm\" height=\"")
                .append(Decimal.coordinate(scene.height() / mm))
                .append("mm\" viewBox=\"0 0 ");
        pair(scene.width(), scene.height());
        out.append("\">\n<style>");
        if (fonts) {
            characters(scene).forEach((bold, used) -> face(bold, used));
        }
        out.append("text{font-family:")
                .append(fonts ? "'" + EMBEDDED + "'," : "")
                .append(FALLBACK)
                .append(";font-kerning:none;white-space:pre}</style>\n");
    }

    private static Map<Boolean, TreeSet<Integer>> characters(Scene scene) {
        Map<Boolean, TreeSet<Integer>> used = new TreeMap<>();
        for (Scene.Item item : scene.items()) {
            if (item instanceof Scene.Text text) {
                TreeSet<Integer> set = used.computeIfAbsent(text.bold(), b -> new TreeSet<>());
                text.text().codePoints().forEach(set::add);
            }
        }
        return used;
    }

    private void face(boolean bold, TreeSet<Integer> used) {
        out.append("@font-face{font-family:'")
                .append(EMBEDDED)
                .append("';font-weight:")
                .append(bold ? "bold" : "normal")
                .append(";src:url(data:font/ttf;base64,")
                .append(Base64.getEncoder().encodeToString(Typeface.of(bold).subset(used)))
                .append(")}\n");
    }

    private void item(Scene.Item item) {
        if (item instanceof Scene.Boxes boxes) {
            out.append("<path fill=\"").append(Ink.hex(boxes.fill())).append("\" d=\"");
            boxes(boxes.xywh());
            out.append("\"/>\n");
        } else if (item instanceof Scene.Hatching hatching) {
            hatching(hatching);
        } else if (item instanceof Scene.Path path) {
            path(path);
        } else if (item instanceof Scene.Text text) {
            text(text);
        } else if (item instanceof Scene.Clip clip) {
            String id = "c" + ids++;
            out.append("<clipPath id=\"").append(id).append("\"><path d=\"");
            boxes(new double[] {clip.x(), clip.y(), clip.width(), clip.height()});
            out.append("\"/></clipPath>\n<g clip-path=\"url(#").append(id).append(")\">\n");
        } else {
            out.append("</g>\n");
        }
    }

    private void boxes(double[] xywh) {
        for (int i = 0; i < xywh.length; i += 4) {
            out.append('M');
            pair(xywh[i], xywh[i + 1]);
            String width = Decimal.coordinate(xywh[i + 2]);
            out.append('h').append(width).append('v').append(Decimal.coordinate(xywh[i + 3]));
            out.append("h-").append(width).append('z');
        }
    }

    private void hatching(Scene.Hatching hatching) {
        String id = "h" + ids++;
        out.append("<clipPath id=\"").append(id).append("\"><path d=\"");
        boxes(hatching.xywh());
        out.append("\"/></clipPath>\n<path clip-path=\"url(#")
                .append(id)
                .append(")\" fill=\"none\" stroke=\"#000000\" stroke-width=\"")
                .append(Decimal.coordinate(hatching.width()))
                .append("\" d=\"");
        double[] lines = HatchLines.of(hatching);
        for (int i = 0; i < lines.length; i += 4) {
            out.append('M');
            pair(lines[i], lines[i + 1]);
            out.append('L');
            pair(lines[i + 2], lines[i + 3]);
        }
        out.append("\"/>\n");
    }

    private void path(Scene.Path path) {
        double[] xy = path.xy();
        out.append("<path fill=\"").append(colour(path.fill())).append('"');
        if (path.stroke() != Scene.NONE) {
            out.append(" stroke=\"").append(colour(path.stroke())).append("\" stroke-width=\"");
            out.append(Decimal.coordinate(path.width())).append("\" stroke-linejoin=\"round\"");
        }
        if (path.dash().length > 0) {
            out.append(" stroke-dasharray=\"");
            for (int i = 0; i < path.dash().length; i++) {
                out.append(i == 0 ? "" : " ").append(Decimal.coordinate(path.dash()[i]));
            }
            out.append('"');
        }
        out.append(" d=\"");
        for (int i = 0; i < xy.length; i += 2) {
            out.append(i == 0 ? 'M' : 'L');
            pair(xy[i], xy[i + 1]);
        }
        out.append(path.closed() ? "z" : "").append("\"/>\n");
    }

    private void text(Scene.Text text) {
        out.append("<text x=\"").append(Decimal.coordinate(text.x())).append("\" y=\"");
        out.append(Decimal.coordinate(text.y())).append("\" font-size=\"");
        out.append(Decimal.coordinate(text.size())).append('"');
        if (text.bold()) {
            out.append(" font-weight=\"bold\"");
        }
        if (!fonts && text.text().length() > 1) {
            // Fixes the width of the text, whatever font the reader has.
            double width = Typeface.of(text.bold()).width(text.text(), text.size());
            out.append(" lengthAdjust=\"spacingAndGlyphs\" textLength=\"")
                    .append(Decimal.coordinate(width))
                    .append('"');
        }
        if (text.anchor() != Scene.Anchor.START) {
            out.append(" text-anchor=\"")
                    .append(text.anchor().name().toLowerCase(Locale.ROOT))
                    .append('"');
        }
        if (text.angle() != 0) {
            out.append(" transform=\"rotate(")
                    .append(Decimal.coordinate(-text.angle()))
                    .append(' ');
            pair(text.x(), text.y());
            out.append(")\"");
        }
        if (text.rgb() != 0) {
            out.append(" fill=\"").append(Ink.hex(text.rgb())).append('"');
        }
        out.append('>').append(escaped(text.text())).append("</text>\n");
    }

    private void pair(double a, double b) {
        out.append(Decimal.coordinate(a)).append(' ').append(Decimal.coordinate(b));
    }

    private static String colour(int rgb) {
        return rgb == Scene.NONE ? "none" : Ink.hex(rgb);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
