// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.reflect.InvocationTargetException;

/** Stops threads by force, as a last resort for library code that never checks for interrupts. */
final class ForcedStop {
    private ForcedStop() {}

    /**
     * Stops a thread where the JVM still supports it (up to Java 19). Later JVMs refuse, and the thread is abandoned.
     */
    static void stop(Thread thread) {
        try {
            Thread.class.getMethod("stop").invoke(thread);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            // not supported by this JVM: the caller abandons the thread
        }
    }
}
