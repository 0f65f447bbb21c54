// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.config.JsonTree;
import org.etude.config.JsonWhole;
import org.etude.et.graph.EtException;
import org.etude.report.AtomicFiles;
import org.etude.report.Report;

/** Reads and writes the JSON file of communicator groups. */
final class CommGroupsJson {
    private CommGroupsJson() {}

    static CommGroups read(Path file) {
        JsonNode root;
        try {
            root = JsonTree.of(file);
        } catch (JsonProcessingException e) {
            throw bad(file, "not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw EtFiles.notRead(file, e);
        }
        if (!root.isObject()) {
            throw bad(file, "not a JSON object", null);
        }
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        root.properties().forEach(field -> {
            if (groups.put(number(file, field.getKey()), ranks(file, field)) != null) {
                throw bad(file, "group " + number(file, field.getKey()) + " occurs twice", null);
            }
        });
        return new CommGroups(groups);
    }

    private static int number(Path file, String key) {
        try {
            int number = Integer.parseInt(key);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(file, "group '" + key + "' is not a number", e);
        }
        throw bad(file, "group " + key + " is not positive", null);
    }

    private static List<Integer> ranks(Path file, Map.Entry<String, JsonNode> group) {
        if (!group.getValue().isArray()) {
            throw bad(file, "group " + group.getKey() + ": " + group.getValue() + " is not a list of ranks", null);
        }
        List<Integer> ranks = new ArrayList<>();
        for (JsonNode rank : group.getValue()) {
            if (!JsonWhole.isInt(rank) || rank.intValue() < 0) {
                throw bad(file, "group " + group.getKey() + ": rank " + rank + " is not a rank", null);
            }
            ranks.add(rank.intValue());
        }
        if (ranks.isEmpty() || new LinkedHashSet<>(ranks).size() < ranks.size()) {
            throw bad(file, "group " + group.getKey() + ": no ranks, or one twice: " + group.getValue(), null);
        }
        return ranks;
    }

    private static EtException bad(Path file, String what, Exception cause) {
        return new EtException(
                file + ": not a file of communicator groups: " + what,
                "Write {\"1\": [0, 1], ...}: positive numbers, each with its ranks in ring order.",
                Report.empty(),
                cause);
    }

    static void write(CommGroups groups, Path file) {
        try {
            AtomicFiles.write(file, out -> write(groups, out));
        } catch (IOException e) {
            throw EtFiles.notWritten(file, e);
        }
    }

    /** Writes them to a stream; does not close it. */
    static void write(CommGroups groups, OutputStream out) throws IOException {
        StringBuilder json = new StringBuilder("{");
        groups.groups().forEach((number, ranks) -> json.append(json.length() > 1 ? ",\n" : "\n")
                .append("  \"")
                .append(number)
                .append("\": ")
                .append(ranks));
        json.append(groups.groups().isEmpty() ? "}\n" : "\n}\n");
        out.write(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
