// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.conformance.model.CaseLayout;
import org.etude.conformance.model.ConformanceCase;
import org.etude.spec.LlmException;
import org.etude.workload.llm.MegatronGroups;

/** Groups of AICB's rank generator. */
final class RankGroupsLayout implements CaseLayout {
    private static final String FILE = "rank_groups.json";

    @Override
    public boolean holds(Path directory) {
        return Files.isRegularFile(directory.resolve(FILE));
    }

    @Override
    public List<ConformanceCase> cases(Path directory) {
        List<ConformanceCase> all = new ArrayList<>();
        for (JsonNode entry : IndexLayout.json(directory.resolve(FILE))) {
            String name = entry.path("case").asText(entry.path("order").asText());
            all.add(new ConformanceCase(directory.getFileName() + "/" + name, () -> differences(entry)));
        }
        return all;
    }

    private static Map<String, Integer> sizes(JsonNode entry) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (String kind : List.of("tp", "ep", "dp", "pp", "cp")) {
            sizes.put(kind, entry.path(kind).asInt(1));
        }
        return sizes;
    }

    private static List<String> differences(JsonNode entry) {
        CaseTexts texts = new CaseTexts();
        boolean refused = entry.has("error") && !entry.required("error").isNull();
        try {
            MegatronGroups groups =
                    new MegatronGroups(sizes(entry), entry.required("order").asText());
            texts.equal("refused", refused, false);
            texts.equal("world", entry.path("world_size").asInt(), groups.world());
            texts.equal("order", entry.path("order_w_ep").asText(), groups.order());
            texts.equal("sizes with experts", entry.path("sizes_w_ep").toString(), json(groups.sizes(true)));
            texts.equal("sizes without experts", entry.path("sizes_wo_ep").toString(), json(groups.sizes(false)));
            Iterator<Map.Entry<String, JsonNode>> asked = entry.path("groups").fields();
            while (asked.hasNext()) {
                Map.Entry<String, JsonNode> one = asked.next();
                String[] key = one.getKey().split("\\|independent_ep=");
                texts.equal(
                        one.getKey(), one.getValue().toString(), json(groups.groups(key[0], key[1].equals("True"))));
            }
        } catch (LlmException e) {
            if (!refused) {
                texts.wrong("refused: " + e.getMessage());
            }
        }
        return texts.differences();
    }

    private static String json(Object lists) {
        return lists.toString().replace(" ", "");
    }
}
