// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Map;
import org.etude.cli.base.ParsedText;
import org.etude.spec.SimOptions.Spanning;

/** Parses how groups that span dimensions communicate: flat or hierarchical. */
final class SpanningName extends ParsedText<Spanning> {
    SpanningName() {
        super(Map.of("flat", Spanning.FLAT, "hierarchical", Spanning.HIERARCHICAL), "neither flat nor hierarchical");
    }
}
