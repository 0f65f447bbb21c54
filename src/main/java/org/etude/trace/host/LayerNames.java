// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import java.util.Set;
import org.etude.trace.model.StringTable;

/**
 * Decides from its name whether an operator has model parameters among its inputs, or takes a gradient; layer sizes are
 * derived from these operators. Each name is examined once.
 */
final class LayerNames {
    private static final byte YES = 1;
    private static final byte NO = 2;
    private static final Set<String> NAMES = Set.of(
            "aten::linear",
            "aten::addmm",
            "aten::mm",
            "aten::matmul",
            "aten::embedding",
            "aten::conv1d",
            "aten::conv2d",
            "aten::conv3d",
            "aten::convolution",
            "torch::autograd::AccumulateGrad");

    private final StringTable names;
    private final ByteArrayList known = new ByteArrayList();

    /** For names of this dictionary. */
    LayerNames(StringTable names) {
        this.names = names;
    }

    /** Whether the name with this number is one of them. */
    boolean isLayer(int id) {
        while (known.size() <= id) {
            known.add(NAMES.contains(names.text(known.size())) ? YES : NO);
        }
        return known.getByte(id) == YES;
    }
}
