// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.compat.simai.flow.FlowOptions;
import org.etude.compat.simai.flow.FlowSchedule;
import org.etude.compat.simai.flow.FlowSchedules;
import org.etude.compat.simai.flow.NcclRings;
import org.etude.compat.simai.flow.NcclTrees;
import org.etude.compat.simai.model.CommWord;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.model.SimAiGroup;
import org.etude.compat.simai.model.SimAiGroups;
import org.etude.spec.CollectiveType;

/** Groups, rings, trees and flows of SimAI's flow model. */
final class FlowLayout extends IndexLayout {
    private static final int RANK = 8;

    @Override
    boolean isOfKind(JsonNode entry) {
        return entry.has("flow_count") && entry.has("algorithm") && !entry.has("topo_args");
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        JsonNode recorded = json(directory.resolve(entry.required("stored").asText()));
        JsonNode args = entry.required("args");
        CaseTexts texts = new CaseTexts();
        SimAiGroups groups;
        try {
            groups = new SimAiGroups(
                    args.get(0).asInt(),
                    args.get(1).asInt(),
                    args.get(2).asInt(),
                    args.get(3).asInt());
        } catch (SimAiException e) {
            texts.equal("refused: " + e.getMessage(), recorded.hasNonNull("error"), true);
            return texts.differences();
        }
        compareGroups(texts, recorded.get("groups"), groups.groups());
        Parallel kind = Parallel.valueOf(args.get(6).asText().toUpperCase(Locale.ROOT));
        Optional<SimAiGroup> group = groups.of(args.path(RANK).asInt(0), kind);
        texts.equal("error", recorded.hasNonNull("error"), group.isEmpty());
        if (group.isPresent()) {
            texts.equal(
                    "group", recorded.get("group_index").asInt(), group.get().index());
            texts.equal("rings", recorded.get("rings"), rings(NcclRings.of(group.get())));
            texts.equal("trees", recorded.get("trees"), trees(NcclTrees.of(group.get())));
            CollectiveType collective = CommWord.type(args.get(5).asText()).orElseThrow();
            FlowSchedule schedule = FlowSchedules.of(
                    group.get(),
                    collective,
                    args.get(7).asLong(),
                    options(args.get(4).asText(), entry.required("env")));
            compareFlows(texts, recorded, entry, schedule);
        }
        return texts.differences();
    }

    static FlowOptions options(String gpuType, JsonNode env) {
        return FlowOptions.of(
                gpuType,
                env.path("AS_PXN_ENABLE").asText().equals("1"),
                env.path("AS_NVLS_ENABLE").asText().equals("1"));
    }

    private static void compareGroups(CaseTexts texts, JsonNode recorded, List<SimAiGroup> groups) {
        texts.equal("number of groups", recorded.size(), groups.size());
        for (SimAiGroup group : groups) {
            JsonNode one = recorded.path(group.index());
            String where = "group " + group.index();
            texts.equal(where + " kind", one.path("type").asInt(), group.kind().code());
            texts.equal(where + " servers", one.path("nNodes").asInt(), group.nodes());
            texts.equal(where + " ranks", one.path("ranks"), node(group.ranks()));
            texts.equal(where + " NVSwitches", one.path("nvswitches"), node(group.nvSwitches()));
        }
    }

    private static void compareFlows(CaseTexts texts, JsonNode recorded, JsonNode entry, FlowSchedule schedule) {
        texts.equal(
                "number of flows",
                recorded.get("flow_count").asInt(),
                schedule.flows().size());
        texts.equal(
                "algorithm",
                recorded.get("algorithm").asInt(),
                schedule.algorithm().code());
        texts.equal("channels", entry.required("channels").asInt(), schedule.channels());
        int row = 0;
        for (JsonNode flow : recorded.get("flows")) {
            if (row < schedule.flows().size()) {
                texts.equal(
                        "flow " + row,
                        flow,
                        node(FlowColumns.of(schedule.flows().get(row))));
            }
            row++;
        }
    }

    private static JsonNode rings(NcclRings rings) {
        Map<String, Object> all = new TreeMap<>();
        for (int channel = 0; channel < rings.size(); channel++) {
            Map<String, Object> ring = new TreeMap<>();
            rings.channels()
                    .get(channel)
                    .forEach((rank, hop) -> ring.put(
                            Integer.toString(rank), List.of(hop.previous(), hop.next(), hop.entry(), hop.exit())));
            all.put(Integer.toString(channel), ring);
        }
        return node(all);
    }

    private static JsonNode trees(NcclTrees trees) {
        Map<String, Object> all = new TreeMap<>();
        int channel = 0;
        for (SortedMap<Integer, NcclTrees.Node> one : trees.channels()) {
            Map<String, Object> tree = new TreeMap<>();
            one.forEach(
                    (rank, place) -> tree.put(Integer.toString(rank), Map.of("up", place.up(), "down", place.down())));
            all.put(Integer.toString(channel++), tree);
        }
        return node(all);
    }

    /** Values as they are read from a file, so that whole numbers of all sizes are equal. */
    private static JsonNode node(Object value) {
        try {
            ObjectMapper mapper = new ObjectMapper();
            return mapper.readTree(mapper.writeValueAsBytes(value));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
