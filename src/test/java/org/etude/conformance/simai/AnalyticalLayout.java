// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.analytic.AnalyticalCsv;
import org.etude.compat.simai.analytic.AnalyticalResult;
import org.etude.compat.simai.analytic.BusBandwidths;
import org.etude.compat.simai.analytic.Ratios;
import org.etude.compat.simai.command.AnalyticalArguments;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.report.Finding;

/** Results of SimAI's analytical model, by formulas or with given bus bandwidths. */
final class AnalyticalLayout extends IndexLayout {
    private static final List<String> WORKLOADS =
            List.of("workload", "workload/open", "workload/held", "simai/workload", "golden/simai/workload");

    @Override
    boolean isOfKind(JsonNode entry) {
        return entry.has("summary")
                && entry.has("args")
                && entry.required("args").toString().contains("\"-w\"");
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        AnalyticalArguments arguments = AnalyticalArguments.parse(strings(entry.required("args")));
        String recorded = entry.hasNonNull("stored")
                ? new String(bytes(directory.resolve(entry.required("stored").asText())), StandardCharsets.UTF_8)
                : "";
        CaseTexts texts = new CaseTexts();
        try {
            AnalyticalResult result = run(directory, arguments, workload(directory, entry, arguments.workload()));
            boolean doubtful = result.report().has(Finding.Level.ERROR);
            String name = entry.required("summary").isEmpty()
                    ? ""
                    : entry.required("summary").get(0).asText();
            AnalyticalComparison.compare(texts, recorded, AnalyticalCsv.text(name, result), doubtful);
        } catch (SimAiException e) {
            texts.equal("refused: " + e.getMessage().lines().findFirst().orElse(""), true, nonsense(recorded));
        }
        return texts.differences();
    }

    private static boolean nonsense(String recorded) {
        return recorded.isBlank() || recorded.contains("NaN or Inf");
    }

    private static AnalyticalResult run(Path directory, AnalyticalArguments arguments, SimAiWorkload workload) {
        if (arguments.busBandwidths() != null) {
            String name = arguments.busBandwidths().getFileName().toString();
            return arguments.run(workload, BusBandwidths.read(CaseInputs.file(directory, name)));
        }
        Path ratios = CaseInputs.file(directory, "nic_ratio.csv").getParent();
        return arguments.run(workload, Ratios.read(ratios));
    }

    private static SimAiWorkload workload(Path directory, JsonNode entry, Path asked) throws IOException {
        String name = asked.getFileName().toString();
        String below = asked.toString().startsWith("micro") ? "micro/" + name : name;
        Optional<Path> file = CaseInputs.find(
                directory, WORKLOADS, entry.path("workload_case").asText(name) + ".txt");
        Path found = entry.has("workload_case") && file.isPresent() ? file.get() : null;
        if (found == null && entry.has("workload_case")) {
            return generated(directory, entry.required("workload_case").asText());
        }
        Path path = found == null ? CaseInputs.file(directory, below) : found;
        return SimAiWorkload.parse(path.toString(), new String(bytes(path), StandardCharsets.UTF_8));
    }

    /** A workload that is not stored but listed with the arguments that make it. */
    private static SimAiWorkload generated(Path directory, String name) {
        for (Path level = directory.toAbsolutePath(); level != null; level = level.getParent()) {
            for (String place : WORKLOADS) {
                Path index = level.resolve(place).resolve("index.json");
                if (Files.isRegularFile(index)) {
                    for (JsonNode entry : json(index)) {
                        if (entry.path("case").asText().equals(name)) {
                            return TrainingTextLayout.generate(index.getParent(), entry)
                                    .workload();
                        }
                    }
                }
            }
        }
        throw new SimAiException(
                directory + ": there is no workload " + name, "Put it into a folder 'workload' beside this one.");
    }
}
