// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.model;

/** Lines drawn over a filled area. */
public enum Hatch {
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
    public String plotly() {
        return plotly;
    }
}
