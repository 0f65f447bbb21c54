// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a trace file's name.
 *
 * @param rank the rank, or -1 when the name does not state it
 * @param kind the kind suggested by the name, or null
 * @param variant what distinguishes several files of one rank and kind: epoch, model, directory; "" for the plain name
 */
public record FileName(int rank, TraceKind kind, String variant) {
    private static final Pattern EXTENSIONS = Pattern.compile(
            "(?:\\.(?:json|gz|gzip|zip|tar|tgz|pt|trace|txt|et|eg|db|sqlite))+$", Pattern.CASE_INSENSITIVE);
    private static final Pattern RANK = Pattern.compile("(?<![a-z0-9])rank[_.-]?(\\d{1,7})(?![a-z0-9])");
    private static final Pattern WORKER = Pattern.compile("(?<![a-z0-9])worker[_.-]?(\\d{1,7})(?![a-z0-9])");
    private static final Pattern NUMBERED = Pattern.compile(
            "(?<![a-z0-9])(?:host|device|hdt|kineto|et|eg|trace|execution_trace|host_trace|device_trace|gpu|profile)"
                    + "[_.-]?(\\d{1,7})(?![a-z0-9])");
    /** PyTorch's worker names: machine and process, with a time stamp in ms or ns where a handler adds one. */
    private static final Pattern MACHINE_AND_PROCESS =
            Pattern.compile("(?:execution_trace_(?=[^_]*[a-z]).+[_-]\\d+(?:\\.\\d+)?|.*[a-z].*[_-]\\d+\\.\\d{13,19})");

    private static final Pattern KIND_WORDS = Pattern.compile(
            "(?<![a-z0-9])(?:chakra_host_et|chakra_device|chakra_et|pytorch_et|pytorch_trace|pytorch_kineto"
                    + "|execution_trace|host_trace|device_trace|host_et|host|device|hdt|kineto|trace|et|eg|pytorch_traces"
                    + "|traces)(?![a-z0-9])");
    private static final Pattern OTHER = Pattern.compile(
            "\\.(?:py|md|csv|png|pdf|svg|html|yml|yaml|sh|log|pb|onnx|pth|npz|npy|et|so|jar|xml|toml|cfg|ini|parquet|nsys-rep)$");

    /** Whether a file in a directory is worth opening. */
    static boolean mayBeTrace(String name) {
        return !OTHER.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /** Parses a name and the directories above it. */
    public static FileName of(String folder, String name) {
        String base = EXTENSIONS.matcher(name.toLowerCase(Locale.ROOT)).replaceFirst("");
        String above = folder.toLowerCase(Locale.ROOT);
        // The machine in a worker's name may be called gpu5 or host-3, which is not a rank.
        boolean machine = MACHINE_AND_PROCESS.matcher(base).matches();
        Matcher found = machine ? firstMatch(base, RANK, WORKER) : firstMatch(base, RANK, WORKER, NUMBERED);
        int rank = found == null ? -1 : Integer.parseInt(found.group(1));
        String rest = found == null ? base : cut(base, found.start(1), found.end(1));
        if (rank < 0) {
            Matcher inFolder = firstMatch(above, RANK, WORKER);
            if (inFolder != null) {
                rank = Integer.parseInt(inFolder.group(1));
                above = cut(above, inFolder.start(1), inFolder.end(1));
            }
        }
        return new FileName(rank, kind(base, above), variant(above) + variant(rest));
    }

    private static Matcher firstMatch(String text, Pattern... patterns) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                return matcher;
            }
        }
        return null;
    }

    private static String cut(String text, int from, int to) {
        return text.substring(0, from) + text.substring(to);
    }

    private static TraceKind kind(String base, String folder) {
        for (String text : new String[] {base, folder}) {
            if (hasWord(text, "host|pytorch_et|et|eg|execution_trace")) {
                return TraceKind.HOST;
            }
            if (hasWord(text, "device|kineto|trace|hdt")) {
                return TraceKind.DEVICE;
            }
        }
        return null;
    }

    private static boolean hasWord(String text, String words) {
        return Pattern.compile("(?<![a-z])(?:" + words + ")(?![a-z])")
                .matcher(text)
                .find();
    }

    private static String variant(String text) {
        String rest = KIND_WORDS.matcher(text).replaceAll("");
        rest = rest.replaceAll("(?<![a-z0-9])(?:rank|worker)(?![a-z0-9])", "");
        return rest.replaceAll("[/_.\\-]+", " ").trim();
    }
}
