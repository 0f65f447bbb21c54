// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.magic;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.etude.notebook.eval.CellResult;

/** The magic %load: runs a file. */
final class LoadMagic implements Magic {
    @Override
    public String name() {
        return "load";
    }

    @Override
    public String usage() {
        return "%load FILE.java|FILE.jsh|FILE.ipynb";
    }

    @Override
    public String summary() {
        return "runs a file as if its code were here; for a notebook, all code cells";
    }

    @Override
    public boolean takesFiles() {
        return true;
    }

    @Override
    public CellResult run(MagicCall call) {
        AtomicReference<String> code = new AtomicReference<>();
        CellResult read = call.cell().call(() -> {
            code.set(code(call));
            return null;
        });
        return read.ok() ? call.evaluator().interpret(code.get(), call.cell()) : read;
    }

    private String code(MagicCall call) throws IOException {
        if (call.words().size() != 1) {
            throw new MagicException("%load takes one file", "Write " + usage());
        }
        Path file = Path.of(call.words().get(0));
        try {
            String text = Files.readString(file);
            return file.toString().endsWith(".ipynb") ? cells(text) : text;
        } catch (NoSuchFileException e) {
            throw new MagicException(
                    "%load: " + file + " does not exist",
                    "The path is relative to " + Path.of("").toAbsolutePath(),
                    e);
        } catch (JsonParseException | IllegalStateException e) {
            throw new MagicException("%load: " + file + " is not a notebook: " + e.getMessage(), "Save it again.", e);
        }
    }

    private static String cells(String notebook) {
        StringBuilder code = new StringBuilder();
        for (JsonElement cell :
                JsonParser.parseString(notebook).getAsJsonObject().getAsJsonArray("cells")) {
            JsonObject each = cell.getAsJsonObject();
            if ("code".equals(each.get("cell_type").getAsString())) {
                JsonElement source = each.get("source");
                if (source.isJsonArray()) {
                    source.getAsJsonArray().forEach(line -> code.append(line.getAsString()));
                } else {
                    code.append(source.getAsString());
                }
                code.append('\n');
            }
        }
        return code.toString();
    }
}
