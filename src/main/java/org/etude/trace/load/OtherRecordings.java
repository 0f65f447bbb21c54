// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.report.Finding;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;

/** Reports files next to traces that another command reads, and which command that is. */
final class OtherRecordings {
    private static final int HEAD = 1 << 16;

    /** Files by directory and kind. */
    private final Map<String, List<TraceSource>> found = new TreeMap<>();

    /** Whether another command reads files of this kind. */
    static boolean isOne(TraceKind kind) {
        return kind == TraceKind.FLIGHT || kind == TraceKind.INSPECTOR;
    }

    /** The command that reads a kind. */
    private static String command(TraceKind kind, Path path) {
        return "etude " + (kind == TraceKind.FLIGHT ? "flight " : "inspector ") + path;
    }

    /** Whether a file is a pickle with the keys of a flight recorder dump, which it contains as plain text. */
    static boolean isPickledDump(TraceSource source) {
        try (InputStream in = source.open()) {
            byte[] head = in.readNBytes(HEAD);
            if (head.length < 2 || !PickleStart.isOne(head[0] & 0xFF, head[1] & 0xFF)) {
                return false;
            }
            String text = new String(head, StandardCharsets.ISO_8859_1);
            return text.contains("pg_config") || text.contains("profiling_name") || text.contains("nccl_comm_state");
        } catch (IOException e) {
            return false;
        }
    }

    void add(TraceSource source, TraceKind kind) {
        Path folder = source.path().getParent();
        Path where = source.entry().isEmpty() && folder != null ? folder : source.path();
        found.computeIfAbsent(kind.name() + " " + where, key -> new ArrayList<>())
                .add(source);
    }

    /** One finding per directory and kind. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        found.forEach((key, sources) -> {
            TraceKind kind = TraceKind.valueOf(key.substring(0, key.indexOf(' ')));
            Path where = Path.of(key.substring(key.indexOf(' ') + 1));
            findings.add(new Finding(
                    Finding.Level.INFO,
                    "load",
                    -1,
                    where.toString(),
                    sources.size() + (sources.size() == 1 ? " file here is " : " files here are each ") + kind.text(),
                    sources.get(0).name() + (sources.size() == 1 ? "" : " and so on") + ", by content",
                    "not part of the traces; '" + command(kind, where) + "' reads "
                            + (sources.size() == 1 ? "it" : "them")));
        });
        return findings;
    }
}
