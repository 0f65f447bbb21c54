// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Report;

/** A parsed text workload. */
public final class TextWorkload {
    private final String file;
    private final String text;
    private final Parallelism parallelism;
    private final int statedLayers;
    private final int lastBottomLayer;
    private final List<TextLayer> layers;

    private TextWorkload(String file, String text, Header header, List<TextLayer> layers) {
        this.file = file;
        this.text = text;
        this.parallelism = header.parallelism;
        this.statedLayers = header.layers;
        this.lastBottomLayer = header.lastBottomLayer;
        this.layers = layers;
    }

    /** How the model is distributed over the ranks; determines which collectives are issued and what waits for them. */
    enum Parallelism {
        MICRO,
        DATA,
        MODEL,
        HYBRID_DATA_MODEL,
        HYBRID_MODEL_DATA,
        HYBRID_DLRM,
        HYBRID_DLRM_ENHANCED
    }

    private record Header(Parallelism parallelism, int layers, int lastBottomLayer) {}

    /**
     * Reads a text workload.
     *
     * @throws EtException with file and line when it cannot be read
     */
    public static TextWorkload read(Path path) {
        String file = path.toString();
        String text;
        try {
            text = InputText.utf8(path).replace("\r\n", "\n").replace('\r', '\n');
        } catch (IOException e) {
            throw new EtException(
                    file + ": cannot be read as text (" + IoReason.of(e) + ").",
                    "Give a text workload.",
                    Report.empty(),
                    e);
        }
        return parse(file, text);
    }

    static TextWorkload parse(String file, String text) {
        // A final line end does not start another line; an empty line in the middle is an invalid layer.
        String[] lines = (text.endsWith("\n") ? text.substring(0, text.length() - 1) : text).split("\n", -1);
        if (lines.length < 2) {
            throw new EtException(
                    file + (text.isBlank() ? ": is empty." : ": has one line."),
                    "A text workload begins with its parallelism and the number of layers.");
        }
        Header header = header(file, lines);
        List<TextLayer> layers = new ArrayList<>();
        for (int i = 2; i < lines.length; i++) {
            layers.add(TextLayer.parse(lines[i], file, i + 1));
        }
        if (layers.isEmpty()) {
            throw new EtException(file + ": has no layers.", "Add one line for each layer after the number of layers.");
        }
        return new TextWorkload(file, text, header, List.copyOf(layers));
    }

    private static Header header(String file, String[] lines) {
        String[] first = lines[0].strip().split("\\s+");
        Parallelism parallelism = null;
        for (Parallelism candidate : Parallelism.values()) {
            if (candidate.name().equals(first[0])) {
                parallelism = candidate;
            }
        }
        if (parallelism == null) {
            throw new EtException(
                    file + ": line 1: Unsupported parallelism type, " + first[0],
                    "Use one of MICRO, DATA, MODEL, HYBRID_DATA_MODEL, HYBRID_MODEL_DATA, HYBRID_DLRM, HYBRID_DLRM_ENHANCED.");
        }
        boolean dlrm = parallelism.name().startsWith("HYBRID_DLRM");
        return new Header(
                parallelism,
                number(file, 2, lines[1].strip()),
                dlrm ? number(file, 1, first.length > 1 ? first[1] : "") : -1);
    }

    private static int number(String file, int line, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new EtException(
                    file + ": line " + line + ": expected a number, found '" + text + "'.",
                    line == 1
                            ? "HYBRID_DLRM needs the index of the last bottom layer."
                            : "Line 2 is the number of layers.");
        }
    }

    /** The file's whole text, line ends as \n. */
    String text() {
        return text;
    }

    /** The file's name, for messages. */
    public String file() {
        return file;
    }

    /** The layer count that line 2 states. */
    public int statedLayers() {
        return statedLayers;
    }

    /** The actual number of layers. */
    public int layerCount() {
        return layers.size();
    }

    Parallelism parallelism() {
        return parallelism;
    }

    int lastBottomLayer() {
        return lastBottomLayer;
    }

    List<TextLayer> layers() {
        return layers;
    }
}
