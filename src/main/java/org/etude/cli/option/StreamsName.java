// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Map;
import org.etude.cli.base.ParsedText;
import org.etude.spec.SimOptions.Streams;

/** Parses what a rank sends at once: one or per-group. */
final class StreamsName extends ParsedText<Streams> {
    StreamsName() {
        super(Map.of("one", Streams.ONE, "per-group", Streams.PER_GROUP), "neither one nor per-group");
    }
}
