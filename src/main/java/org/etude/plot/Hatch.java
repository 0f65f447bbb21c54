package org.etude.plot;

/** Lines drawn over a filled area. */
enum Hatch {
    NONE(""),
    RISING("/"),
    FALLING("\\"),
    LEVEL("-"),
    UPRIGHT("|"),
    CROSS("x");

    private final String plotly;

    Hatch(String plotly) {
        this.plotly = plotly;
    }

    /** Plotly's name of the pattern. */
    String plotly() {
        return plotly;
    }
}
