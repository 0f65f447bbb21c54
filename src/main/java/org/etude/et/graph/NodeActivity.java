// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.trace.activity.Activity;

/**
 * Determines the activity of each node of a trace: as stated by the node, otherwise by its type. Host nodes count as
 * host, or as computation if nothing computes on a GPU; unmarked copies are recognised by name.
 */
public final class NodeActivity {
    private static final Map<String, Activity> BY_TEXT =
            Arrays.stream(Activity.values()).collect(Collectors.toMap(Activity::text, a -> a));

    private NodeActivity() {}

    /** The properties of a rank's nodes that the rule reads; nodes are numbered from 0. */
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

        /** The activity that it states, or null. */
        Activity said(int node);
    }

    /** The activity with that text, or null. */
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

    /**
     * Whether it is a kernel or copy, including communication; not a delay before host-backend work, nor such a
     * transfer.
     */
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
