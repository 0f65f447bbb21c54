// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

/** What becomes of the ETs that a directory holds when those of a job are written into it. Other files always stay. */
public enum Existing {
    /** Files of the same names are replaced. Other jobs stay; if they would be read as part of this one, it is refused. */
    KEEP,
    /** Files of the same names are replaced; any other ET is an error. */
    ALONE,
    /** All are replaced, of whatever job. */
    REPLACE;

    /** For a command: {@link #REPLACE} if the user says so. */
    public static Existing forced(boolean force) {
        return force ? REPLACE : KEEP;
    }
}
