// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.etude.config.XmlElement;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;

/**
 * The sizes that a plan is for: MSCCL takes another algorithm for others ({@code minBytes}, {@code maxBytes}; 0 is no limit), and
 * MSCCL++ refuses to run it ({@code min_message_size}, {@code max_message_size}). Both count a rank's whole buffer, of an
 * all-gather the gathered one.
 *
 * @param least smallest size in bytes
 * @param most largest size in bytes
 */
record SizeRange(long least, long most) {
    /** The range of an {@code algo}. */
    static SizeRange of(XmlElement algo) {
        long most = whole(algo.text("maxBytes"), 0);
        return new SizeRange(whole(algo.text("minBytes"), 0), most == 0 ? Long.MAX_VALUE : most);
    }

    /** The range of a JSON plan. */
    static SizeRange of(JsonNode plan) {
        return new SizeRange(
                whole(plan.path("min_message_size").asText(), 0),
                whole(plan.path("max_message_size").asText(), Long.MAX_VALUE));
    }

    /** Texts that no {@code long} holds are beyond every size: the default of MSCCL++ is 2^64 - 1. */
    private static long whole(String text, long otherwise) {
        String bare = text.strip();
        if (!bare.matches("[0-9]+")) {
            return otherwise;
        }
        return bare.length() < Long.toString(Long.MAX_VALUE).length() ? Long.parseLong(bare) : Long.MAX_VALUE;
    }

    /** A finding if the plan is not for a buffer of this size. */
    Optional<Finding> finding(String file, long bytes) {
        if (bytes >= least && bytes <= most) {
            return Optional.empty();
        }
        String range = least + (most == Long.MAX_VALUE ? " bytes or more" : " to " + most + " bytes");
        return Optional.of(new Finding(
                Level.WARNING,
                "import",
                -1,
                file,
                "a buffer of " + bytes + " bytes",
                "the plan is for buffers of " + range,
                "simulated nevertheless; the library runs another algorithm, or none"));
    }
}
