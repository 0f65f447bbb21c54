// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

/**
 * The result of one check.
 *
 * @param name its name
 * @param state its state
 * @param found what was found
 * @param advice what to do; empty if all is well
 */
public record Check(String name, State state, String found, String advice) {

    /** The state of what was checked. */
    public enum State {
        /** As it should be. */
        OK,
        /** Works, but less well than it could. */
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
