// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.IdentityHashMap;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.EtTemplate;
import org.etude.et.graph.EtTemplate.Slot;

/**
 * Templates of which one trace passed all passes unchanged. Passes only read columns shared by all traces of the
 * template, and the groups and peers of communication nodes; if those are sound too, no pass would change another
 * trace.
 */
public final class SoundTemplates {
    private final Map<EtTemplate, Boolean> sound = new IdentityHashMap<>();

    /** Records that the passes left a trace unchanged; O(nodes) once per template. */
    public void passed(EtGraph graph, int rank) {
        EtTemplate template = graph.template();
        if (template.isRegular() && !sound.containsKey(template)) {
            sound.put(template, allSound(graph, rank));
        }
    }

    private static boolean allSound(EtGraph graph, int rank) {
        SoundComm comm = new SoundComm(graph, rank);
        for (int node = 0; node < graph.size(); node++) {
            if (graph.type(node).isComm() && !comm.isSound(node, graph.type(node))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the passes would leave a rank's trace unchanged; O(groups and peers). */
    public boolean has(EtGraph graph, int rank) {
        EtTemplate template = graph.template();
        if (!sound.getOrDefault(template, false)) {
            return false;
        }
        SoundComm comm = new SoundComm(graph, rank);
        for (Slot slot : template.slots()) {
            EtNodeType type = slot.type();
            if (type.isComm() && !comm.isSound(slot.node(), type)) {
                return false;
            }
        }
        return true;
    }
}
