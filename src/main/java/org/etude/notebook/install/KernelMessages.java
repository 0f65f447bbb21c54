// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.etude.notebook.ipynb.NotebookFile;

/** Jupyter's messages as frames: signed on the way out, taken apart on the way in. */
final class KernelMessages {
    private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(StandardCharsets.US_ASCII);
    private static final String ALGORITHM = "HmacSHA256";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String session = UUID.randomUUID().toString();
    private final String key;

    KernelMessages(String key) {
        this.key = key;
    }

    /**
     * A message that came.
     *
     * @param type what it is
     * @param parent the id of the request it answers; empty for none
     * @param content the rest
     */
    record Received(String type, String parent, JsonNode content) {}

    /**
     * A request ready to be sent.
     *
     * @param id by which answers name it
     * @param frames what goes over the socket
     */
    record Request(String id, List<byte[]> frames) {}

    Request request(String type, Map<String, Object> content) {
        String id = UUID.randomUUID().toString();
        Map<String, Object> header = Map.of(
                "msg_id",
                id,
                "msg_type",
                type,
                "session",
                session,
                "username",
                "etude",
                "date",
                Instant.now().toString(),
                "version",
                "5.4");
        List<byte[]> parts = new ArrayList<>();
        for (Object part : List.of(header, Map.of(), Map.of(), content)) {
            parts.add(NotebookFile.json(part).getBytes(StandardCharsets.UTF_8));
        }
        List<byte[]> frames = new ArrayList<>(List.of(DELIMITER, signature(parts)));
        frames.addAll(parts);
        return new Request(id, frames);
    }

    /** Takes a message apart; identities before the delimiter are passed over. */
    Received received(List<byte[]> frames) throws IOException {
        int at = 0;
        while (at < frames.size() && !Arrays.equals(frames.get(at), DELIMITER)) {
            at++;
        }
        if (frames.size() < at + 6) {
            throw new IOException("a message of " + frames.size() + " frames");
        }
        List<byte[]> parts = frames.subList(at + 2, at + 6);
        if (!Arrays.equals(signature(parts), frames.get(at + 1))) {
            throw new IOException("a message with a wrong signature");
        }
        return new Received(
                MAPPER.readTree(parts.get(0)).path("msg_type").asText(),
                MAPPER.readTree(parts.get(1)).path("msg_id").asText(""),
                MAPPER.readTree(parts.get(3)));
    }

    private byte[] signature(List<byte[]> parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
            parts.forEach(mac::update);
            return HexFormat.of().formatHex(mac.doFinal()).getBytes(StandardCharsets.US_ASCII);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
