// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.NodeActivity;
import org.etude.trace.activity.Activity;

/** Provides {@link NodeActivity} with what it reads from a rank's program. */
record ProgramActivity(RankProgram program) implements NodeActivity.Nodes {
    @Override
    public int size() {
        return program.size;
    }

    @Override
    public EtNodeType type(int node) {
        return program.type[node];
    }

    @Override
    public String name(int node) {
        return program.name(node);
    }

    @Override
    public boolean isHost(int node) {
        return program.cpuOp[node];
    }

    @Override
    public boolean hasStream(int node) {
        return program.graph.has(program.source(node), EtNames.STREAM);
    }

    @Override
    public Activity said(int node) {
        return NodeActivity.ofText(program.graph.string(program.source(node), EtNames.ACTIVITY, ""));
    }
}
