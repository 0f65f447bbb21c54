// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.config.JsonTree;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtIo;
import org.etude.et.graph.EtNodeType;

/**
 * The process groups that METADATA nodes of one trace define, as ASTRA-sim reads them: the inputs' values hold, in a list of
 * one text, JSON such as {@code [{"pg_name": "1", "ranks": [0, 1]}]}; no ranks mean all. Other names than numbers define
 * nothing.
 */
final class MetadataGroups {
    private static final String NUMBER = "[0-9]{1,8}";

    private final Map<Integer, List<Integer>> members = new TreeMap<>();
    private final int jobRanks;
    private final FindingLog findings;

    private MetadataGroups(int jobRanks, FindingLog findings) {
        this.jobRanks = jobRanks;
        this.findings = findings;
    }

    /**
     * Reads the groups of a trace.
     *
     * @param rank the first rank that has the trace
     * @param jobRanks how many ranks there are
     * @return ranks of each group by its number, in their order
     */
    static Map<Integer, List<Integer>> of(RankProgram program, int rank, int jobRanks, FindingLog findings) {
        MetadataGroups groups = new MetadataGroups(jobRanks, findings);
        EtGraph graph = program.graph;
        for (int n = 0; n < program.size; n++) {
            if (program.type[n] == EtNodeType.METADATA) {
                EtIo inputs = graph.inputs(program.source(n));
                if (inputs != null && !inputs.values().isBlank()) {
                    groups.read(inputs.values().strip(), rank, program.describe(n));
                }
            }
        }
        return groups.members;
    }

    private void read(String values, int rank, String where) {
        if (!values.contains("pg_name")) {
            return;
        }
        try {
            for (JsonNode group : JsonTree.of(inner(values))) {
                define(group, rank, where);
            }
        } catch (JsonProcessingException e) {
            findings.warn(
                    rank,
                    where,
                    "process groups cannot be read",
                    "not JSON: " + e.getOriginalMessage(),
                    "it defines no communicator groups; give them in a group file");
        }
    }

    /** The text inside a list of one text, as Python prints it. */
    private static String inner(String values) {
        if (values.length() < 4 || values.charAt(1) != '\'' && values.charAt(1) != '"') {
            return values;
        }
        return values.substring(2, values.length() - 2).replace("\\\"", "\"").replace("\\'", "'");
    }

    private void define(JsonNode group, int rank, String where) {
        String name = group.path("pg_name").asText();
        List<Integer> ranks = new ArrayList<>();
        group.path("ranks").forEach(member -> ranks.add(member.asInt(-1)));
        if (!name.matches(NUMBER)) {
            findings.warn(
                    rank,
                    where,
                    "process group \"" + name + "\" has no number",
                    "communicator groups go by numbers",
                    "it cannot be used; repair() gives it one");
            return;
        }
        members.put(
                Integer.parseInt(name),
                ranks.isEmpty() ? IntStream.range(0, jobRanks).boxed().toList() : ranks);
    }
}
