// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

/** How a point is drawn. */
public enum Symbol {
    CIRCLE("circle"),
    SQUARE("square"),
    TRIANGLE("triangle-up"),
    DIAMOND("diamond");

    private static final int CORNERS_OF_A_CIRCLE = 16;

    private final String plotly;

    Symbol(String plotly) {
        this.plotly = plotly;
    }

    public String plotly() {
        return plotly;
    }

    /** The outline around a position, as alternating x and y; all symbols appear equally large. */
    public double[] outline(double x, double y, double radius) {
        int corners =
                switch (this) {
                    case CIRCLE -> CORNERS_OF_A_CIRCLE;
                    case TRIANGLE -> 3;
                    case SQUARE, DIAMOND -> 4;
                };
        double reach = radius * (this == CIRCLE ? 1 : 1.25);
        double turn = this == SQUARE ? Math.PI / 4 : 0;
        double[] points = new double[2 * corners];
        for (int i = 0; i < corners; i++) {
            double angle = turn - Math.PI / 2 + 2 * Math.PI * i / corners;
            points[2 * i] = x + reach * StrictMath.cos(angle);
            points[2 * i + 1] = y + reach * StrictMath.sin(angle);
        }
        return points;
    }
}
