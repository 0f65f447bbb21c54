// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.tracer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.etude.report.Progress;

/** The outermost operators of a profiler's trace by start; a single pass, so operators must precede launches. */
final class ProfiledOps {
    private static final String START = "Iteration Start: PyTorch Profiler";

    private final List<ProfiledOp> kept = new ArrayList<>();
    private JsonNode zero = IntNode.valueOf(0);

    /** Reads a trace. */
    static List<ProfiledOp> read(Path file) {
        JsonNode events = JsonInput.read(file, "traceEvents").tree().get("traceEvents");
        ProfiledOps all = new ProfiledOps();
        events.forEach(all::host);
        for (JsonNode event : events) {
            if (category(event).equals("kernel") && complete(event)) {
                all.kept.forEach(op -> op.kernel(correlation(event), event.path("ts"), event.path("dur"), all.zero));
            }
        }
        all.kept.sort(Comparator.comparingDouble(ProfiledOp::start));
        return all.kept;
    }

    private void host(JsonNode event) {
        Progress.checkInterrupted();
        String category = category(event);
        boolean launch = category.equals("runtime")
                && complete(event)
                && event.path("name").asText().equalsIgnoreCase("cudaLaunchKernel");
        if (category.equals("cpu_op") || category.equals("operator") && complete(event)) {
            keep(new ProfiledOp(event));
        } else if (category.equals("cuda_runtime") || launch) {
            double start = event.path("ts").asDouble();
            double end = start + event.path("dur").asDouble();
            kept.forEach(op -> op.launch(start, end, correlation(event)));
        } else if (event.path("name").asText().equals(START)) {
            zero = event.path("ts");
        }
    }

    private void keep(ProfiledOp fresh) {
        boolean inside = false;
        Set<ProfiledOp> covered = new HashSet<>();
        for (ProfiledOp other : kept) {
            if (fresh.within(other)) {
                inside = true;
            } else if (fresh.covers(other)) {
                covered.add(other);
            }
        }
        kept.removeAll(covered);
        if (!inside) {
            kept.add(fresh);
        }
    }

    private static String category(JsonNode event) {
        return event.path("cat").asText().toLowerCase(Locale.ROOT);
    }

    private static boolean complete(JsonNode event) {
        return event.path("ph").asText().equalsIgnoreCase("x");
    }

    private static long correlation(JsonNode event) {
        return event.path("args").path("correlation").asLong(-1);
    }
}
