// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.trace.activity.Activity;

/**
 * What the time of each node of a trace counts as: what the node says, else what its type says. Host nodes are the host's,
 * or the computation where nothing computes on a GPU; copies of a trace that does not say so are recognised by their names.
 */
public final class NodeActivity {
    private static final Map<String, Activity> BY_TEXT =
            Arrays.stream(Activity.values()).collect(Collectors.toMap(Activity::text, a -> a));

    private NodeActivity() {}

    /** What the rule reads of a rank's nodes, which count from 0. */
    public interface Nodes {
        /** How many there are. */
        int size();

        /** A node's type. */
        EtNodeType type(int node);

        /** Its name. */
        String name(int node);

        /** Whether it runs on the host. */
        boolean isHost(int node);

        /** Whether it names a stream of a GPU. */
        boolean hasStream(int node);

        /** What it says that its time counts as, or null. */
        Activity said(int node);
    }

    /** The activity of that text, or null when none has it. */
    public static Activity ofText(String text) {
        return BY_TEXT.get(text);
    }

    /** By node the ordinal of its {@link Activity}. Linear. */
    public static byte[] of(Nodes nodes) {
        boolean gpu = false;
        for (int n = 0; n < nodes.size() && !gpu; n++) {
            gpu = isGpuWork(nodes, n);
        }
        byte[] activities = new byte[nodes.size()];
        for (int n = 0; n < activities.length; n++) {
            activities[n] = (byte) of(nodes, n, gpu).ordinal();
        }
        return activities;
    }

    /** A kernel or copy, also one that communicates; not what only holds back the work of a host backend, nor its transfers. */
    private static boolean isGpuWork(Nodes nodes, int n) {
        if (nodes.isHost(n)) {
            return false;
        }
        Activity said = nodes.said(n);
        return nodes.type(n) != EtNodeType.COMP || said == Activity.TRANSFER
                ? nodes.hasStream(n)
                : said != Activity.IDLE;
    }

    private static Activity of(Nodes nodes, int n, boolean gpu) {
        return switch (nodes.type(n)) {
            case COMM_COLL, COMM_SEND, COMM_RECV -> Activity.TRANSFER;
            case MEM_LOAD, MEM_STORE -> Activity.COPY;
            case INVALID, METADATA -> Activity.IDLE;
            case COMP -> compute(nodes, n, gpu);
        };
    }

    private static Activity compute(Nodes nodes, int n, boolean gpu) {
        Activity said = nodes.said(n);
        if (said != null) {
            return said;
        }
        if (nodes.isHost(n)) {
            return gpu ? Activity.HOST : Activity.COMPUTE;
        }
        String name = nodes.name(n);
        return name.startsWith("Memcpy ") || name.startsWith("Memset ") ? Activity.COPY : Activity.COMPUTE;
    }
}
