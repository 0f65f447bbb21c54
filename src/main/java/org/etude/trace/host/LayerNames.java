// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import java.util.Set;
import org.etude.trace.model.StringTable;

/**
 * Tells from its name whether an operator has parameters of the model among its inputs, or takes a gradient: what the sizes
 * of layers are read from. Each name is looked at once.
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
