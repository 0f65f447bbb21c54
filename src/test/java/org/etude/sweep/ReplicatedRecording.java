// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.etude.report.Gzip;

/**
 * A recording of data-parallel ranks written for many: rank r gets the files of rank r mod M, which say the rank, the world and the
 * members of its groups anew. {@code ReplicatedRecording data/cnn-2-cuda 1024 OUT}.
 */
public final class ReplicatedRecording {
    private static final Pattern RANK = Pattern.compile("(\"rank\"\\s*:\\s*)\\d+");
    private static final Pattern SIZE =
            Pattern.compile("(\"(?:world_size|pg_size|Group size)\"\\s*:\\s*|group_size\\\\\": )\\d+");
    private static final Pattern MEMBERS = Pattern.compile("(\"ranks\"\\s*:\\s*)\\[[\\d, ]+\\]");

    private ReplicatedRecording() {}

    /** Writes it. */
    public static void main(String... args) throws IOException {
        write(Path.of(args[0]), Integer.parseInt(args[1]), Path.of(args[2]));
    }

    /**
     * Writes it.
     *
     * @param source host_R.json.gz and device_R.json.gz of ranks from 0
     * @param ranks number of ranks to write
     */
    public static void write(Path source, int ranks, Path out) throws IOException {
        Files.createDirectories(out);
        int recorded = 0;
        while (Files.exists(source.resolve("device_" + recorded + ".json.gz"))) {
            recorded++;
        }
        String members =
                IntStream.range(0, ranks).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        for (String kind : new String[] {"host_", "device_"}) {
            for (int from = 0; from < recorded; from++) {
                String text; // a character per byte, so that no character takes two
                try (InputStream in = Gzip.open(source.resolve(kind + from + ".json.gz"))) {
                    text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                }
                text = SIZE.matcher(text).replaceAll("$1" + ranks);
                text = MEMBERS.matcher(text).replaceAll("$1" + members);
                for (int rank = from; rank < ranks; rank += recorded) {
                    Matcher named = RANK.matcher(text);
                    try (OutputStream file =
                            new GZIPOutputStream(Files.newOutputStream(out.resolve(kind + rank + ".json.gz")))) {
                        file.write(named.replaceAll("$1" + rank).getBytes(StandardCharsets.ISO_8859_1));
                    }
                }
            }
        }
    }
}
