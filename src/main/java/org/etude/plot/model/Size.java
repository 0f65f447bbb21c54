// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

/**
 * The size of a figure on paper or screen.
 *
 * @param widthMm width in millimetres
 * @param heightMm height in millimetres, or 0 to fit the content
 * @param fontPt text size in points
 * @param linePt line width in points
 * @param titled whether the title is drawn; papers have captions instead
 */
public record Size(double widthMm, double heightMm, double fontPt, double linePt, boolean titled) {
    /** One column of an ACM paper, 84 mm, 7 pt. */
    public static final Size COLUMN = new Size(84, 0, 7, 0.8, false);

    /** One column of an IEEE paper, 88.9 mm, 7 pt. */
    public static final Size IEEE_COLUMN = new Size(88.9, 0, 7, 0.8, false);

    /** Both columns of an ACM paper, 178 mm, 7.5 pt. */
    public static final Size DOUBLE = new Size(178, 0, 7.5, 0.9, false);

    /** Both columns of an IEEE paper, 181 mm, 7.5 pt. */
    public static final Size IEEE_DOUBLE = new Size(181, 0, 7.5, 0.9, false);

    /** A slide of 16:9, 254 mm by 142.9 mm, 14 pt. */
    public static final Size SLIDE = new Size(254, 142.9, 14, 1.6, true);

    /** A notebook cell: 190 mm, 8.5 pt, with the title. */
    public static final Size SCREEN = new Size(190, 0, 8.5, 1, true);

    public static final double POINTS_PER_MM = 72 / 25.4;
    private static final double NARROWEST_MM = 30;
    private static final double WIDEST_MM = 2000;

    /** Rejects sizes that cannot be read. */
    public Size {
        require(widthMm >= NARROWEST_MM && widthMm <= WIDEST_MM, "a width of " + widthMm + " mm");
        require(heightMm == 0 || heightMm >= NARROWEST_MM && heightMm <= WIDEST_MM, "a height of " + heightMm + " mm");
        require(fontPt >= 3 && fontPt <= 72, "a font of " + fontPt + " pt");
        require(linePt > 0 && linePt <= 20, "a line of " + linePt + " pt");
    }

    /** This size with another height in millimetres. */
    public Size height(double mm) {
        return new Size(widthMm, mm, fontPt, linePt, titled);
    }

    /** This size with another width in millimetres. */
    public Size width(double mm) {
        return new Size(mm, heightMm, fontPt, linePt, titled);
    }

    /** This size with another text size in points. */
    public Size font(double pt) {
        return new Size(widthMm, heightMm, pt, linePt, titled);
    }

    /** This size with or without the title. */
    public Size title(boolean shown) {
        return new Size(widthMm, heightMm, fontPt, linePt, shown);
    }

    public double widthPt() {
        return widthMm * POINTS_PER_MM;
    }

    private static void require(boolean ok, String what) {
        if (!ok) {
            throw new PlotException(
                    what + " is not possible for a figure",
                    "Give 30 to 2000 mm (height 0: to fit the content), 3 to 72 pt text, lines up to 20 pt.");
        }
    }
}
