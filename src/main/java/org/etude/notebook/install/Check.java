// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

/**
 * One thing that was looked at.
 *
 * @param name what
 * @param state how it is
 * @param found what was seen
 * @param advice what to do; empty when all is well
 */
public record Check(String name, State state, String found, String advice) {

    /** How it is. */
    public enum State {
        /** As it should be. */
        OK,
        /** Something works less well than it could. */
        NOTE,
        /** Notebooks do not work. */
        BAD
    }

    static Check ok(String name, String found) {
        return new Check(name, State.OK, found, "");
    }

    static Check note(String name, String found, String advice) {
        return new Check(name, State.NOTE, found, advice);
    }

    static Check bad(String name, String found, String advice) {
        return new Check(name, State.BAD, found, advice);
    }
}
