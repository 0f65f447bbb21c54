// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import com.sun.tools.attach.VirtualMachine;

/**
 * Loads the agent into a JVM: into this one where it may attach to itself, otherwise from a small separate process.
 * Public only because that process starts here.
 */
public final class HotSwapAttach {
    private HotSwapAttach() {}

    /** Loads the agent: process id, agent's jar. */
    public static void main(String[] arguments) throws Exception {
        load(arguments[0], arguments[1]);
    }

    /**
     * Loads an agent into a JVM.
     *
     * @throws Exception when the JVM cannot be attached to or refuses the agent
     */
    static void load(String processId, String jar) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(processId);
        try {
            machine.loadAgent(jar);
        } finally {
            machine.detach();
        }
    }
}
