// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.util.List;
import org.etude.compat.simai.flow.Flow;

/** A flow of a collective as recorded runs list it. */
public final class FlowColumns {
    private FlowColumns() {}

    /** What recorded runs have of a flow, in their order. */
    public static List<Object> of(Flow flow) {
        return List.of(
                flow.channel(),
                flow.id(),
                flow.source(),
                flow.destination(),
                flow.bytes(),
                flow.awaited(),
                flow.parents(),
                flow.children(),
                flow.chunk(),
                flow.chunks(),
                flow.type());
    }
}
