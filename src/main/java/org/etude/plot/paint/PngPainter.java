// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.paint;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.GeneralPath;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Draws a scene as pixels. Text is drawn as outlines, so that neither system fonts nor a display are needed. */
public final class PngPainter {
    public static final int PRINT_DPI = 300;

    private static final double POINTS_PER_INCH = 72;
    private static final float MITER = 10;

    private final Graphics2D graphics;
    private final Deque<Shape> clips = new ArrayDeque<>();

    private PngPainter(Graphics2D graphics) {
        this.graphics = graphics;
    }

    /** The scene as a PNG file that states its resolution. */
    public static byte[] paint(Scene scene, int dpi) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PngFile.write(image(scene, dpi), dpi, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static BufferedImage image(Scene scene, int dpi) {
        headless();
        double scale = dpi / POINTS_PER_INCH;
        int width = Math.max(1, (int) Math.round(scene.width() * scale));
        int height = Math.max(1, (int) Math.round(scene.height() * scale));
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, width, height);
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.scale(scale, scale);
            PngPainter painter = new PngPainter(graphics);
            for (Scene.Item item : scene.items()) {
                painter.item(item);
            }
        } finally {
            graphics.dispose();
        }
        return image;
    }

    /** Java2D fails if DISPLAY is set but unusable, though no display is needed here. A user's own setting is kept. */
    private static void headless() {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private void item(Scene.Item item) {
        if (item instanceof Scene.Boxes boxes) {
            graphics.setColor(new Color(boxes.fill()));
            graphics.fill(shape(boxes.xywh()));
        } else if (item instanceof Scene.Hatching hatching) {
            Shape before = graphics.getClip();
            graphics.clip(shape(hatching.xywh()));
            graphics.setColor(Color.BLACK);
            graphics.setStroke(new BasicStroke((float) hatching.width()));
            double[] ends = HatchLines.of(hatching);
            Path2D.Double lines = new Path2D.Double();
            for (int i = 0; i < ends.length; i += 4) {
                lines.moveTo(ends[i], ends[i + 1]);
                lines.lineTo(ends[i + 2], ends[i + 3]);
            }
            graphics.draw(lines);
            graphics.setClip(before);
        } else if (item instanceof Scene.Path path) {
            path(path);
        } else if (item instanceof Scene.Text text) {
            text(text);
        } else if (item instanceof Scene.Clip clip) {
            clips.push(graphics.getClip() == null ? new Rectangle2D.Double() : graphics.getClip());
            graphics.clip(new Rectangle2D.Double(clip.x(), clip.y(), clip.width(), clip.height()));
        } else {
            Shape before = clips.pop();
            graphics.setClip(before.getBounds2D().isEmpty() ? null : before);
        }
    }

    private static Shape shape(double[] xywh) {
        Path2D.Double all = new Path2D.Double(Path2D.WIND_NON_ZERO);
        for (int i = 0; i < xywh.length; i += 4) {
            all.append(new Rectangle2D.Double(xywh[i], xywh[i + 1], xywh[i + 2], xywh[i + 3]), false);
        }
        return all;
    }

    private void path(Scene.Path path) {
        Path2D.Double shape = new Path2D.Double();
        double[] xy = path.xy();
        for (int i = 0; i < xy.length; i += 2) {
            if (i == 0) {
                shape.moveTo(xy[i], xy[i + 1]);
            } else {
                shape.lineTo(xy[i], xy[i + 1]);
            }
        }
        if (path.closed()) {
            shape.closePath();
        }
        if (path.fill() != Scene.NONE) {
            graphics.setColor(new Color(path.fill()));
            graphics.fill(shape);
        }
        if (path.stroke() != Scene.NONE) {
            graphics.setColor(new Color(path.stroke()));
            graphics.setStroke(stroke(path));
            graphics.draw(shape);
        }
    }

    private static BasicStroke stroke(Scene.Path path) {
        if (path.dash().length == 0) {
            return new BasicStroke((float) path.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
        }
        float[] dash = new float[path.dash().length];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = (float) path.dash()[i];
        }
        return new BasicStroke((float) path.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, MITER, dash, 0);
    }

    private void text(Scene.Text text) {
        Typeface face = Typeface.of(text.bold());
        double width = face.width(text.text(), text.size());
        double back =
                switch (text.anchor()) {
                    case START -> 0;
                    case MIDDLE -> width / 2;
                    case END -> width;
                };
        AffineTransform place = AffineTransform.getTranslateInstance(text.x(), text.y());
        place.rotate(-Math.toRadians(text.angle()));
        place.translate(-back, 0);
        place.scale(text.size() / face.unitsPerEm(), -text.size() / face.unitsPerEm());
        GeneralPath outline = face.outline(text.text());
        graphics.setColor(new Color(text.rgb()));
        graphics.fill(place.createTransformedShape(outline));
    }
}
