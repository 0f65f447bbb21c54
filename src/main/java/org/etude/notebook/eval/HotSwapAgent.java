// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Receives the JVM's {@link Instrumentation}. Public only because the JVM calls {@link #agentmain}. */
public final class HotSwapAgent {
    private static final AtomicReference<Instrumentation> LOADED = new AtomicReference<>();

    private HotSwapAgent() {}

    /** Called by the JVM when the agent is loaded. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        LOADED.set(instrumentation);
    }

    static Optional<Instrumentation> instrumentation() {
        return Optional.ofNullable(LOADED.get());
    }
}
