// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.wire;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.github.spencerpark.jupyter.messages.HMACGenerator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts ZeroMQ frames to messages and back; signature, replay and size are checked before any JSON is parsed. */
public final class WireFormat {
    /** The maximum size of a message; enough for a cell of some megabytes or a file of a widget. */
    public static final long MAX_BYTES = 64L << 20;

    private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(StandardCharsets.US_ASCII);
    private static final int PARTS = 5;
    private static final int REMEMBERED = 1 << 16;

    private final HMACGenerator hmac;
    private final boolean signed;
    private final Gson gson = new GsonBuilder()
            .serializeNulls()
            .disableHtmlEscaping()
            .serializeSpecialFloatingPointValues()
            .create();
    private final Map<String, Boolean> seen = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Creates a format.
     *
     * @param signed false for a connection without a key, whose messages cannot be verified
     */
    public WireFormat(HMACGenerator hmac, boolean signed) {
        this.hmac = hmac;
        this.signed = signed;
    }

    /** The reason why a message was dropped. */
    public static final class DroppedException extends Exception {
        DroppedException(String reason) {
            super(reason);
        }
    }

    /**
     * Decodes a message.
     *
     * @throws DroppedException when it is invalid or not addressed to this kernel
     */
    public WireMessage decode(List<byte[]> frames, long receivedNanos) throws DroppedException {
        int delimiter = 0;
        while (delimiter < frames.size() && !Arrays.equals(frames.get(delimiter), DELIMITER)) {
            delimiter++;
        }
        int first = delimiter + 2;
        if (frames.size() < delimiter + 1 + PARTS) {
            throw new DroppedException("not a message: " + frames.size() + " frames");
        }
        checkSignature(
                new String(frames.get(delimiter + 1), StandardCharsets.US_ASCII),
                frames.subList(first, first + PARTS - 1));
        return new WireMessage(
                List.copyOf(frames.subList(0, delimiter)),
                object(frames.get(first), "header"),
                object(frames.get(first + 1), "parent_header"),
                object(frames.get(first + 2), "metadata"),
                object(frames.get(first + 3), "content"),
                List.copyOf(frames.subList(first + PARTS - 1, frames.size())),
                receivedNanos);
    }

    private void checkSignature(String signature, List<byte[]> parts) throws DroppedException {
        if (!signed) {
            return;
        }
        String expected = hmac.calculateSignature(parts.toArray(new byte[0][]));
        if (!MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII), signature.getBytes(StandardCharsets.US_ASCII))) {
            throw new DroppedException("wrong signature");
        }
        synchronized (seen) {
            if (seen.put(signature, true) != null) {
                throw new DroppedException("replayed: its signature was seen before");
            }
        }
    }

    private static JsonObject object(byte[] json, String part) throws DroppedException {
        try {
            JsonElement parsed = JsonParser.parseString(new String(json, StandardCharsets.UTF_8));
            if (parsed.isJsonObject()) {
                return parsed.getAsJsonObject();
            }
        } catch (JsonParseException e) {
            throw new DroppedException(part + " is not JSON: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new DroppedException(part + " is nested too deep");
        }
        throw new DroppedException(part + " is not a JSON object");
    }

    /** Encodes a message. */
    public List<byte[]> encode(WireMessage message) {
        List<byte[]> parts = new ArrayList<>();
        for (JsonObject part : List.of(message.header(), message.parent(), message.metadata(), message.content())) {
            parts.add(gson.toJson(part).getBytes(StandardCharsets.UTF_8));
        }
        String signature = signed ? hmac.calculateSignature(parts.toArray(new byte[0][])) : "";
        List<byte[]> frames = new ArrayList<>(message.identities());
        frames.add(DELIMITER);
        frames.add(signature.getBytes(StandardCharsets.US_ASCII));
        frames.addAll(parts);
        frames.addAll(message.buffers());
        return frames;
    }

    /** Converts a tree of maps, lists and texts to JSON. */
    public JsonElement tree(Object value) {
        return gson.toJsonTree(value);
    }
}
