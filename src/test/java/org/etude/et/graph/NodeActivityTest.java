// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.trace.activity.Activity.COMPUTE;
import static org.etude.trace.activity.Activity.COPY;
import static org.etude.trace.activity.Activity.HOST;
import static org.etude.trace.activity.Activity.IDLE;
import static org.etude.trace.activity.Activity.TRANSFER;

import java.util.ArrayList;
import java.util.List;
import org.etude.trace.activity.Activity;
import org.junit.jupiter.api.Test;

class NodeActivityTest {
    private static final Node OPERATOR = new Node(EtNodeType.COMP, "aten::mm", true, false, null);
    private static final Node KERNEL = new Node(EtNodeType.COMP, "gemm", false, true, null);
    private static final Node GLOO = new Node(EtNodeType.COMM_COLL, "gloo:all_reduce", false, false, null);

    private record Node(EtNodeType type, String name, boolean isHost, boolean hasStream, Activity said) {}

    private record Listed(List<Node> nodes) implements NodeActivity.Nodes {
        @Override
        public int size() {
            return nodes.size();
        }

        @Override
        public EtNodeType type(int node) {
            return nodes.get(node).type();
        }

        @Override
        public String name(int node) {
            return nodes.get(node).name();
        }

        @Override
        public boolean isHost(int node) {
            return nodes.get(node).isHost();
        }

        @Override
        public boolean hasStream(int node) {
            return nodes.get(node).hasStream();
        }

        @Override
        public Activity said(int node) {
            return nodes.get(node).said();
        }
    }

    private static List<Activity> of(Node... nodes) {
        List<Activity> activities = new ArrayList<>();
        for (byte activity : NodeActivity.of(new Listed(List.of(nodes)))) {
            activities.add(Activity.values()[activity]);
        }
        return activities;
    }

    @Test
    void operatorsComputeWhereNothingElseDoes() {
        assertThat(of(OPERATOR, GLOO)).containsExactly(COMPUTE, TRANSFER);
        assertThat(of(OPERATOR, KERNEL)).containsExactly(HOST, COMPUTE);
    }

    /** Its size may be unknown, so that it is no collective of the ET, and a host's gap holds back what follows it. */
    @Test
    void whatAHostBackendTransfersOrWaitsForIsNoWorkOfAGpu() {
        Node unknown = new Node(EtNodeType.COMP, "gloo:all_reduce", false, false, TRANSFER);
        Node gap = new Node(EtNodeType.COMP, "gap", false, false, IDLE);
        assertThat(of(OPERATOR, unknown, gap)).containsExactly(COMPUTE, TRANSFER, IDLE);
        Node onStream = new Node(EtNodeType.COMP, "ncclKernel", false, true, TRANSFER);
        assertThat(of(OPERATOR, onStream)).containsExactly(HOST, TRANSFER);
        Node nccl = new Node(EtNodeType.COMM_COLL, "ncclKernel", false, true, null);
        assertThat(of(OPERATOR, nccl)).containsExactly(HOST, TRANSFER);
    }

    @Test
    void copiesAreRecognisedByTheirAttributesOrNames() {
        Node named = new Node(EtNodeType.COMP, "Memcpy HtoD", false, true, null);
        Node load = new Node(EtNodeType.MEM_LOAD, "load", false, false, null);
        Node said = new Node(EtNodeType.COMP, "x", false, true, COPY);
        assertThat(of(named, load, said)).containsOnly(COPY);
        assertThat(of(new Node(EtNodeType.METADATA, "rank", false, false, null)))
                .containsExactly(IDLE);
    }
}
