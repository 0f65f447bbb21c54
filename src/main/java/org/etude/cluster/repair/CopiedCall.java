// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtFiles;
import org.etude.repair.across.CallSource;

/**
 * A node that other ranks copy.
 *
 * @param source the call
 * @param node an execution trace of this one node
 * @param ranks the ranks that copy it
 */
record CopiedCall(CallSource source, byte[] node, List<Integer> ranks) {
    static CopiedCall of(CallSource source, EtNode node, List<Integer> ranks) {
        EtGraphBuilder one = new EtGraphBuilder("", List.of());
        one.add(node);
        return new CopiedCall(source, EtFiles.bytes(one.build()), ranks);
    }

    /** The node. */
    EtNode content() {
        return EtFiles.of(node).node(0);
    }
}
