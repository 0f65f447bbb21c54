// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.reflect.InvocationTargetException;

/** The last means against library code that never looks up. */
final class Forced {
    private Forced() {}

    /** Stops a thread where the JVM still can: until Java 19. Later ones refuse, and the thread is left behind. */
    static void stop(Thread thread) {
        try {
            Thread.class.getMethod("stop").invoke(thread);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            // this JVM cannot: the caller leaves the thread behind
        }
    }
}
