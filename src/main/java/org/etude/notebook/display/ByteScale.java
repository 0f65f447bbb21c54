// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

/** The unit that a column of bytes is shown in, by its largest value: people read 25.7 GB, files keep the bytes. */
enum ByteScale {
    BYTES("bytes", 1),
    KB("kB", 1e3),
    MB("MB", 1e6),
    GB("GB", 1e9),
    TB("TB", 1e12);

    /** Below, whole bytes are as easy to read. */
    private static final double SHORT = 1e5;

    private final String unit;
    private final double bytes;

    ByteScale(String unit, double bytes) {
        this.unit = unit;
        this.bytes = bytes;
    }

    /** The largest unit of which the largest value has one. */
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

    /** Bytes in this unit. */
    double from(double value) {
        return value / bytes;
    }
}
