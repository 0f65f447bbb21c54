// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

/**
 * The unit in which a column of bytes is displayed, chosen by its largest value: notebooks show 25.7 GB, files keep the
 * bytes.
 */
enum ByteScale {
    BYTES("bytes", 1),
    KB("kB", 1e3),
    MB("MB", 1e6),
    GB("GB", 1e9),
    TB("TB", 1e12);

    /** Below this value, whole bytes are as easy to read. */
    private static final double SHORT = 1e5;

    private final String unit;
    private final double bytes;

    ByteScale(String unit, double bytes) {
        this.unit = unit;
        this.bytes = bytes;
    }

    /** The largest unit that is not larger than the largest value. */
    static ByteScale of(double largest) {
        ByteScale best = BYTES;
        for (ByteScale scale : values()) {
            best = largest >= SHORT && largest >= scale.bytes ? scale : best;
        }
        return best;
    }

    String unit() {
        return unit;
    }

    /** Converts bytes to this unit. */
    double from(double value) {
        return value / bytes;
    }
}
