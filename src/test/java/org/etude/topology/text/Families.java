// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.text;

import java.util.List;
import org.etude.topology.shape.TopologySpec;

/** One small network of each family. */
public final class Families {
    /** Their text forms. */
    public static final List<String> TEXTS = List.of(
            "ring:8",
            "fc:4",
            "switch:8",
            "torus:2x4",
            "mesh:2x4",
            "twisted:4x2",
            "fattree:4x2",
            "dragonfly:3x2x2",
            "rail:2x4x2",
            "hierarchical:fc:4/fattree:2x2",
            "hierarchical:switch:2/fattree:2x2",
            "switch:4,ring:2");

    public static final List<TopologySpec> ALL =
            TEXTS.stream().map(TopologyText::parse).toList();

    private Families() {}
}
