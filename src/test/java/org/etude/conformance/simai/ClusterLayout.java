// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.ClusterPlan;
import org.etude.compat.simai.command.ClusterOptions;
import org.etude.report.Sha256;
import org.etude.topology.graph.TopologyException;

/** Files of SimAI's topology generator. */
final class ClusterLayout extends IndexLayout {
    @Override
    boolean isOfKind(JsonNode entry) {
        return entry.has("stdout") && entry.has("args") && !entry.has("summary") && !entry.has("argv");
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        CaseTexts texts = new CaseTexts();
        List<String> said = new ArrayList<>();
        boolean written = false;
        try {
            ClusterPlan plan = ClusterPlan.of(ClusterOptions.parse(strings(entry.required("args"))));
            said.add("asw_switch_num: " + plan.asws());
            if (plan.tooLarge().isPresent()) {
                throw plan.tooLarge().get();
            }
            said.add("psw_switch_num: " + plan.psws());
            said.add("Creating Topology of totally " + plan.segments() + " segment(s), totally 1 pod(s).");
            said.add(plan.spec().fileName());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ClusterFile.writeTo(plan, out);
            written = true;
            compare(texts, directory, entry, plan, out.toByteArray());
            texts.equal(
                    "number of switches corrected",
                    entry.required("stderr").toString().contains("UserWarning"),
                    plan.report().size() == 1);
        } catch (TopologyException e) {
            texts.equal("refused", true, entry.required("rc").asInt() != 0);
        }
        texts.equal("written", entry.required("rc").asInt() == 0, written);
        texts.equal("standard output", strings(entry.required("stdout")), said);
        return texts.differences();
    }

    private static void compare(CaseTexts texts, Path directory, JsonNode entry, ClusterPlan plan, byte[] found)
            throws IOException {
        texts.equal("file name", entry.path("file").asText(), plan.spec().fileName());
        texts.equal("header", entry.path("header").asText(), ClusterFile.header(plan));
        if (entry.hasNonNull("stored")) {
            texts.equalText(
                    "file", bytes(directory.resolve(entry.required("stored").asText())), found);
        }
        texts.equal("SHA-256", entry.path("sha256").asText(), Sha256.hex(found));
    }
}
