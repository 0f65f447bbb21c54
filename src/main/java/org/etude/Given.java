// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.etude.report.EtudeException;

/** Checks what users pass to the verbs, where null would otherwise fail far from the call. */
final class Given {
    private static final String USE = "Leave the options out, or use a function such as o -> o.";

    private Given() {}

    /**
     * The value itself.
     *
     * @param what names the value in the error
     * @throws EtudeException when it is null
     */
    static <T> T value(T value, String what) {
        if (value == null) {
            throw new EtudeException(what + " is null", "Give a value.");
        }
        return value;
    }

    /** Defaults changed by a user's function. */
    static <T> T options(UnaryOperator<T> change, T defaults) {
        if (change == null) {
            throw new EtudeException("the function that sets the options is null", USE);
        }
        T changed = change.apply(defaults);
        if (changed == null) {
            throw new EtudeException("the function that sets the options returns null", USE);
        }
        return changed;
    }

    /** Lets a user's function change an object. */
    static <T> void change(Consumer<T> change, T object) {
        if (change == null) {
            throw new EtudeException("the function that sets the options is null", USE);
        }
        change.accept(object);
    }
}
