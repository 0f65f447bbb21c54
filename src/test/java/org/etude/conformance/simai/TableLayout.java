// SPDX-License-Identifier: Apache-2.0
package org.etude.conformance.simai;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.etude.compat.simai.aicb.AicbTable;
import org.etude.compat.simai.aicb.TableGenerator;
import org.etude.compat.simai.command.LlmOptions;
import org.etude.report.Sha256;
import org.etude.spec.LlmException;

/** AICB's tables. */
final class TableLayout extends IndexLayout {
    @Override
    boolean isOfKind(JsonNode entry) {
        return "csv".equals(entry.path("kind").asText());
    }

    @Override
    List<String> differences(Path directory, JsonNode entry) throws IOException {
        CaseTexts texts = new CaseTexts();
        boolean written = entry.required("rc").asInt() == 0;
        List<String> argv = strings(entry.required("argv"));
        try {
            TableGenerator generator = TableGenerator.of(LlmOptions.parse(argv.subList(2, argv.size()), true));
            AicbTable table = generator.table();
            byte[] bytes = table.text().getBytes(StandardCharsets.UTF_8);
            texts.equal("file name", entry.path("original_name").asText(), generator.fileName());
            if (entry.hasNonNull("stored")) {
                texts.equalText(
                        "file", bytes(directory.resolve(entry.required("stored").asText())), bytes);
            }
            texts.equal("SHA-256", entry.path("sha256").asText(), Sha256.hex(bytes));
            texts.equal(
                    "read back", true, AicbTable.parse("table", table.text()).equals(table));
            texts.equal("written", written, true);
        } catch (LlmException e) {
            if (written) {
                texts.wrong("refused: " + e.getMessage());
            }
        }
        return texts.differences();
    }
}
