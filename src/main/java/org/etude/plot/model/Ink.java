// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

import org.etude.report.Internal;

/**
 * A colour of the palette, with a grey, a hatch, a dash and a symbol that distinguish it where there is no colour. The
 * colours are those of Okabe and Ito (2008), which people with common colour vision deficiencies can distinguish.
 */
public enum Ink {
    /** Compute; first series. */
    BLUE(0x0072B2, 0x595959, Hatch.NONE, Symbol.CIRCLE),
    /** Communication; second series. */
    VERMILLION(0xD55E00, 0xB8B8B8, Hatch.RISING, Symbol.SQUARE),
    /** Overlap; third series. */
    GREEN(0x009E73, 0x8C8C8C, Hatch.FALLING, Symbol.TRIANGLE),
    /** Fourth series. */
    ORANGE(0xE69F00, 0xD0D0D0, Hatch.LEVEL, Symbol.DIAMOND),
    /** Fifth series. */
    SKY(0x56B4E9, 0xC4C4C4, Hatch.CROSS, Symbol.CIRCLE),
    /** Sixth series. */
    PURPLE(0xCC79A7, 0xA0A0A0, Hatch.UPRIGHT, Symbol.SQUARE),
    /** Seventh series; too light for lines on paper. */
    YELLOW(0xF0E442, 0xE4E4E4, Hatch.NONE, Symbol.TRIANGLE),
    /** Reference lines and fits. */
    BLACK(0x000000, 0x000000, Hatch.NONE, Symbol.DIAMOND),
    /** Idle or irrelevant parts. */
    GREY(0xBFBFBF, 0xEFEFEF, Hatch.NONE, Symbol.CIRCLE);

    private static final Ink[] SERIES = {BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE, YELLOW};
    private static final double TINT = 0.78;
    private static final double GREY_TINT = 0.65;

    private final int colour;
    private final int grey;
    private final Hatch hatch;
    private final Symbol symbol;

    Ink(int colour, int grey, Hatch hatch, Symbol symbol) {
        this.colour = colour;
        this.grey = grey;
        this.hatch = hatch;
        this.symbol = symbol;
    }

    /** The ink of the {@code i}-th series; repeats after seven. */
    public static Ink series(int i) {
        return SERIES[Math.floorMod(i, SERIES.length)];
    }

    /** Red, green and blue in the low 24 bits. */
    @Internal
    public int rgb(boolean greyscale) {
        return greyscale ? grey : colour;
    }

    /** The colour of lines and symbols, which have no hatch and must be dark. */
    @Internal
    public int strong(boolean greyscale) {
        return greyscale ? 0x404040 : colour;
    }

    /** A light version for backgrounds. */
    @Internal
    public int tint(boolean greyscale) {
        return greyscale ? blend(grey, 0xFFFFFF, GREY_TINT) : blend(colour, 0xFFFFFF, TINT);
    }

    @Internal
    public Hatch hatch(boolean greyscale) {
        return greyscale ? hatch : Hatch.NONE;
    }

    @Internal
    public Symbol symbol() {
        return symbol;
    }

    /** Lengths of strokes and gaps in line widths; empty for a solid line. */
    @Internal
    public double[] dash(boolean greyscale) {
        if (!greyscale) {
            return new double[0];
        }
        return switch (this) {
            case VERMILLION -> new double[] {6, 3};
            case GREEN -> new double[] {2, 2};
            case ORANGE -> new double[] {8, 3, 2, 3};
            case SKY -> new double[] {12, 3};
            case PURPLE -> new double[] {4, 4};
            case YELLOW -> new double[] {1, 3};
            case BLUE, BLACK, GREY -> new double[0];
        };
    }

    /** Interpolates between two colours (0xRRGGBB); share 0 to 1. */
    @Internal
    public static int blend(int from, int to, double share) {
        int result = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int a = from >> shift & 0xFF;
            int b = to >> shift & 0xFF;
            result |= (int) Math.round(a + (b - a) * share) << shift;
        }
        return result;
    }

    /** "#0072b2". */
    @Internal
    public static String hex(int rgb) {
        String digits = Integer.toHexString(rgb);
        return "#" + "0".repeat(6 - digits.length()) + digits;
    }
}
