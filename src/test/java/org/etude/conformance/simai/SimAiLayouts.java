// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import java.util.List;
import org.etude.conformance.model.CaseLayout;

/** The kinds of recorded results of SimAI and AICB that {@code etude conformance} knows. */
public final class SimAiLayouts {
    private SimAiLayouts() {}

    /** All of them. */
    public static List<CaseLayout> all() {
        return List.of(
                new ClusterLayout(),
                new TrainingTextLayout(),
                new TableLayout(),
                new InferenceLayout(),
                new RankGroupsLayout(),
                new AnalyticalLayout(),
                new FlowLayout(),
                new PacketRunLayout());
    }
}
