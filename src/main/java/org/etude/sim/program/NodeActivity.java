// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.trace.activity.Activity;

/**
 * What the time of each node of a trace counts as: what the node says, else what its type says. Host nodes are the host's,
 * or the computation where nothing computes on a GPU; copies of a trace that does not say so are recognised by their names.
 */
final class NodeActivity {
    private static final Map<String, Activity> BY_TEXT =
            Arrays.stream(Activity.values()).collect(Collectors.toMap(Activity::text, a -> a));

    private NodeActivity() {}

    /** By node, as ordinal. */
    static byte[] of(RankProgram program) {
        boolean gpu = false;
        for (int n = 0; n < program.size && !gpu; n++) {
            gpu = isGpuWork(program, n);
        }
        byte[] activities = new byte[program.size];
        for (int n = 0; n < program.size; n++) {
            activities[n] = (byte) of(program, n, gpu).ordinal();
        }
        return activities;
    }

    /** A kernel or copy, also one that communicates; not what only holds back the work of a host backend. */
    private static boolean isGpuWork(RankProgram program, int n) {
        if (program.cpuOp[n]) {
            return false;
        }
        int source = program.source(n);
        return program.type[n] == EtNodeType.COMP
                ? !program.graph.string(source, EtNames.ACTIVITY, "").equals(Activity.IDLE.text())
                : program.graph.has(source, EtNames.STREAM);
    }

    private static Activity of(RankProgram program, int n, boolean gpu) {
        return switch (program.type[n]) {
            case COMM_COLL, COMM_SEND, COMM_RECV -> Activity.TRANSFER;
            case MEM_LOAD, MEM_STORE -> Activity.COPY;
            case INVALID, METADATA -> Activity.IDLE;
            case COMP -> compute(program, n, gpu);
        };
    }

    private static Activity compute(RankProgram program, int n, boolean gpu) {
        EtGraph graph = program.graph;
        String said = graph.string(program.source(n), EtNames.ACTIVITY, "");
        Activity activity = said.isEmpty() ? null : BY_TEXT.get(said);
        if (activity != null) {
            return activity;
        }
        if (program.cpuOp[n]) {
            return gpu ? Activity.HOST : Activity.COMPUTE;
        }
        String name = program.name(n);
        return name.startsWith("Memcpy ") || name.startsWith("Memset ") ? Activity.COPY : Activity.COMPUTE;
    }
}
