// SPDX-License-Identifier: Apache-2.0
package org.etude.report;

import java.util.Objects;

/**
 * One thing a stage assumed, dropped, inferred or replaced.
 *
 * @param level how much it matters
 * @param stage the stage that reports it: load, link, convert, repair, simulate
 * @param rank the rank it concerns, or -1 for all
 * @param where node, file and offset, thread, ...; empty when it concerns the whole rank
 * @param what what was found, as one phrase
 * @param why the cause, or the reason for the choice made
 * @param effect how it affects the result, or what to do
 */
public record Finding(
        @Internal Level level, String stage, int rank, String where, String what, String why, String effect) {

    /** How much a finding matters. */
    @Internal
    public enum Level {
        /** Worth knowing; the result is not affected. */
        INFO,
        /** The result rests on an assumption or is incomplete. */
        WARNING,
        /** The result cannot be trusted in this respect. */
        ERROR
    }

    /** Rejects null components. */
    @Internal
    public Finding {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(effect, "effect");
    }

    /** Whether the result cannot be trusted in this respect. */
    public boolean isError() {
        return level == Level.ERROR;
    }

    /** Whether the result rests on an assumption or is incomplete. */
    public boolean isWarning() {
        return level == Level.WARNING;
    }
}
