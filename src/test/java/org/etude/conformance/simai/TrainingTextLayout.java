// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.command.LlmOptions;
import org.etude.compat.simai.text.TrainingText;
import org.etude.report.Sha256;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;

/** SimAI's texts that AICB wrote for a training step. */
final class TrainingTextLayout extends IndexLayout {
    @Override
    boolean isOfKind(JsonNode entry) {
        return "simai".equals(entry.path("kind").asText());
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        CaseTexts texts = new CaseTexts();
        boolean written = entry.required("rc").asInt() == 0;
        try {
            compare(texts, directory, entry, generate(directory, entry));
            texts.equal("written", written, true);
        } catch (LlmException e) {
            if (written) {
                texts.wrong("refused: " + e.getMessage());
            }
        }
        return texts.differences();
    }

    /** Writes the text of an entry again. */
    static TrainingText generate(Path directory, JsonNode entry) {
        List<String> argv = strings(entry.required("argv"));
        LlmTraining training = LlmOptions.parse(argv.subList(2, argv.size()), true);
        return TrainingText.of(training, measured(directory, training));
    }

    private static Optional<AiobFile> measured(Path directory, LlmTraining training) {
        if (!training.flag(LlmOption.AIOB)) {
            return Optional.empty();
        }
        String name = Path.of(training.text(LlmOption.AIOB_FILE)).getFileName().toString();
        return Optional.of(AiobFile.read(CaseInputs.file(directory, "aiob_" + name)));
    }

    private static void compare(CaseTexts texts, Path directory, JsonNode entry, TrainingText found)
            throws IOException {
        byte[] bytes = found.workload().text().getBytes(StandardCharsets.UTF_8);
        texts.equal("file name", entry.path("original_name").asText(), found.fileName());
        if (entry.hasNonNull("stored")) {
            texts.equalText(
                    "file", bytes(directory.resolve(entry.required("stored").asText())), bytes);
        }
        texts.equal("SHA-256", entry.path("sha256").asText(), Sha256.hex(bytes));
        if (entry.hasNonNull("total_param_elems")) {
            texts.equal("parameters", entry.required("total_param_elems").asLong(), found.parameters());
        }
    }
}
