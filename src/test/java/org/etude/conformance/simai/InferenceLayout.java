// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.command.InferenceOptions;
import org.etude.compat.simai.text.InferenceSpec;
import org.etude.compat.simai.text.InferenceText;
import org.etude.report.Sha256;
import org.etude.spec.LlmException;
import picocli.CommandLine;

/** SimAI's texts that AICB wrote for an inference pass. */
final class InferenceLayout extends IndexLayout {
    @Override
    boolean isOfKind(JsonNode entry) {
        return entry.has("argv") && entry.required("argv").toString().contains("--phase");
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        CaseTexts texts = new CaseTexts();
        boolean written = entry.required("rc").asInt() == 0;
        InferenceOptions options = new InferenceOptions();
        new CommandLine(options).parseArgs(strings(entry.required("argv")).toArray(new String[0]));
        try {
            String config = "inference_configs/" + options.config().getFileName();
            InferenceSpec spec = options.spec(CaseInputs.file(directory, config));
            byte[] bytes = InferenceText.of(spec, Optional.empty()).text().getBytes(StandardCharsets.UTF_8);
            texts.equal("file name", entry.path("file").asText(), spec.fileName());
            if (entry.hasNonNull("stored")) {
                texts.equalText(
                        "file", bytes(directory.resolve(entry.required("stored").asText())), bytes);
            }
            texts.equal("SHA-256", entry.path("sha256").asText(), Sha256.hex(bytes));
            texts.equal("written", written, true);
        } catch (LlmException e) {
            if (written) {
                texts.wrong("refused: " + e.getMessage());
            }
        }
        return texts.differences();
    }
}
