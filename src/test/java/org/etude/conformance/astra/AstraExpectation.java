// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.astra;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.etude.compat.astra.AstraSimReport;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;

/** What the reference printed for a case, and the comparison with a result. */
final class AstraExpectation {
    private final JsonNode tree;
    private final Path messages;

    AstraExpectation(Path directory) {
        tree = AstraCase.json(directory.resolve("expected.json"));
        messages = directory.resolve("messages.csv");
    }

    int finished() {
        return tree.get("finished").asInt();
    }

    boolean exitedWithZero() {
        return tree.path("exit").asText().equals("0");
    }

    /** Adds a line for each thing that differs. */
    void compare(SimulationResult result, List<String> differences) {
        RankColumns ranks = result.ranks();
        int done = result.finishOrder().length;
        if (done != finished()) {
            differences.add("finished ranks " + done + ", expected " + finished());
        }
        column("finish", r -> text(ranks.finish()[r]), differences);
        column("exposed", r -> Long.toUnsignedString(ranks.referenceExposed()[r]), differences);
        column("wall", r -> text(ranks.wall()[r]), differences);
        column("gpu", r -> text(ranks.gpu()[r]), differences);
        column("comm", r -> text(ranks.comm()[r]), differences);
        column("overlap", r -> text(ranks.referenceOverlap()[r]), differences);
        result.roofline().ifPresent(roofline -> {
            column("compute_bound_pct", r -> percent(roofline.computeBound()[r]), differences);
            column("avg_compute_util_pct", r -> percent(roofline.computeUtilisation()[r]), differences);
            column("avg_mem_util_pct", r -> percent(roofline.memoryUtilisation()[r]), differences);
            column("avg_op_intensity", r -> decimals(roofline.intensity()[r]), differences);
        });
        result.peakMemory().ifPresent(peak -> column("peak_mem", r -> AstraSimReport.memory(peak[r]), differences));
        order(result, differences);
        nodes(result, differences);
        messages(result, differences);
    }

    private static String text(long value) {
        return Long.toString(value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3f", share * 100);
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private void column(String name, IntFunction<String> ours, List<String> differences) {
        JsonNode expected = tree.path("sys").path(name);
        JsonNode sys = tree.path("sys").path("sys");
        int wrong = 0;
        String first = "";
        for (int i = 0; i < expected.size(); i++) {
            String want = expected.get(i).asText();
            String got = ours.apply(sys.get(i).asInt());
            if (!expected.get(i).isNull() && !same(want, got)) {
                first = wrong++ == 0 ? "rank " + sys.get(i) + " is " + got + ", expected " + want : first;
            }
        }
        if (wrong > 0) {
            differences.add(name + ": " + first + more(wrong));
        }
    }

    private static boolean same(String want, String got) {
        if (want.equals(got)) {
            return true;
        }
        try {
            return want.contains(".") && Double.parseDouble(want) == Double.parseDouble(got);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String more(int wrong) {
        return wrong > 1 ? " (" + (wrong - 1) + " more)" : "";
    }

    private void order(SimulationResult result, List<String> differences) {
        int[] want = new int[tree.path("finish_order").size()];
        Arrays.setAll(want, i -> tree.path("finish_order").get(i).asInt());
        if (!Arrays.equals(want, result.finishOrder())) {
            differences.add("finish order differs");
        }
    }

    private void nodes(SimulationResult result, List<String> differences) {
        JsonNode times = tree.path("node_times");
        if (times.isMissingNode() || result.ops().isEmpty()) {
            return;
        }
        OpColumns ops = result.ops().get();
        int wrong = 0;
        String first = "";
        for (int r = 0; r < result.ranks().size(); r++) {
            JsonNode want = times.has("all") ? times.get("all") : times.path(Integer.toString(r));
            String found = want.isMissingNode() ? "" : firstWrongNode(ops, r, want);
            if (!found.isEmpty()) {
                first = wrong++ == 0 ? "rank " + r + " " + found : first;
            }
        }
        if (wrong > 0) {
            differences.add("node times: " + first + more(wrong));
        }
    }

    private static String firstWrongNode(OpColumns ops, int rank, JsonNode want) {
        int row = ops.firstOf(rank);
        int end = ops.firstOf(rank + 1);
        for (JsonNode node : want) {
            int at = row;
            while (at < end && ops.node(at) != node.get(0).asLong()) {
                at++;
            }
            if (at == end) {
                return "has no node " + node.get(0);
            }
            if (ops.issued(at) != node.get(1).asLong()
                    || ops.ended(at) != node.get(2).asLong()) {
                return "node " + node.get(0) + " runs " + ops.issued(at) + " to " + ops.ended(at) + ", expected "
                        + node.get(1) + " to " + node.get(2);
            }
        }
        return "";
    }

    private void messages(SimulationResult result, List<String> differences) {
        if (tree.hasNonNull("messages")
                && result.complete()
                && tree.get("messages").asLong() != result.messageCount()) {
            differences.add("messages " + result.messageCount() + ", expected " + tree.get("messages"));
        }
        if (Files.exists(messages) && result.messages().isPresent()) {
            String difference =
                    MessageRows.firstDifference(messages, result.messages().get());
            if (!difference.isEmpty()) {
                differences.add("messages: " + difference);
            }
        }
    }
}
