// SPDX-License-Identifier: Apache-2.0
package org.etude.data;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Derives {@code data/cnn-2-hip} and {@code data/cnn-2-cuda} from the CPU recording {@code data/cnn-2}: same program, same
 * collectives, same host operators, in the words of ROCm and of CUDA. {@code data/README.md} says how to run it;
 * {@link GpuTwinTest} holds the committed files to its output.
 */
public final class GpuTwin {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private GpuTwin() {}

    /** Host and device file of one rank, as JSON text. */
    record Pair(byte[] host, byte[] device) {}

    static Pair derive(Path recording, Vendor vendor, int rank, int world) throws IOException {
        ObjectNode host = read(recording.resolve("host_" + rank + ".json.gz"));
        ObjectNode device = read(recording.resolve("device_" + rank + ".json.gz"));
        HostRewrite.Result result = HostRewrite.rewrite(host, vendor, rank, world, DeviceRewrite.collectives(device));
        DeviceRewrite.rewrite(device, vendor, rank, world, result);
        return new Pair(JSON.writeValueAsBytes(host), JSON.writeValueAsBytes(device));
    }

    static ObjectNode read(Path file) throws IOException {
        return (ObjectNode) JSON.readTree(unpack(file));
    }

    static byte[] unpack(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    /** Writes the derived folders below the given data folder, {@code data} by default. */
    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "data");
        for (Vendor vendor : Vendor.values()) {
            Path folder = data.resolve("cnn-2-" + vendor.name().toLowerCase(Locale.ROOT));
            Files.createDirectories(folder);
            for (int rank = 0; rank < 2; rank++) {
                Pair pair = derive(data.resolve("cnn-2"), vendor, rank, 2);
                pack(pair.host(), folder.resolve("host_" + rank + ".json.gz"));
                pack(pair.device(), folder.resolve("device_" + rank + ".json.gz"));
            }
        }
    }

    private static void pack(byte[] text, Path file) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text);
        }
    }
}
