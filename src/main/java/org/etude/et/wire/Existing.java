// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

/** What becomes of the ETs that a directory holds when those of a job are written into it. Other files always stay. */
public enum Existing {
    /** Files of the same names are replaced. Other jobs stay, unless they would be read as part of this one. */
    KEEP(true, true, false),
    /** Files of the same names are replaced. Any other ET is an error. */
    NAMESAKES(true, false, false),
    /** An ET that differs from the one to write is an error, and so is one of another name. */
    REFUSE(false, false, false),
    /** All are replaced, of whatever job. */
    REPLACE(true, true, true);

    private final boolean replacesNamesakes;
    private final boolean allowsOthers;
    private final boolean removesOthers;

    Existing(boolean replacesNamesakes, boolean allowsOthers, boolean removesOthers) {
        this.replacesNamesakes = replacesNamesakes;
        this.allowsOthers = allowsOthers;
        this.removesOthers = removesOthers;
    }

    /** For a command: {@link #REPLACE} if the user says so. */
    public static Existing forced(boolean force) {
        return force ? REPLACE : REFUSE;
    }

    boolean replacesNamesakes() {
        return replacesNamesakes;
    }

    boolean allowsOthers() {
        return allowsOthers;
    }

    boolean removesOthers() {
        return removesOthers;
    }
}
