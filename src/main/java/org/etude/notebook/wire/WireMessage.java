// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.wire;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/**
 * A message of the protocol.
 *
 * @param identities of the client, for replies; the topic, for broadcasts
 * @param header of the message
 * @param parent header of the request it belongs to; empty if none
 * @param metadata of the message
 * @param content by type
 * @param buffers binary data after the content
 * @param receivedNanos {@link System#nanoTime()} of arrival
 */
public record WireMessage(
        List<byte[]> identities,
        JsonObject header,
        JsonObject parent,
        JsonObject metadata,
        JsonObject content,
        List<byte[]> buffers,
        long receivedNanos) {
    /** The version of the protocol. */
    public static final String PROTOCOL = "5.4";

    /** The message type. */
    public String type() {
        return text(header, "msg_type", "");
    }

    /** The id that replies refer to. */
    public String id() {
        return text(header, "msg_id", "");
    }

    /** The {@link #id} of the request it belongs to; empty when none. */
    public String parentId() {
        return text(parent, "msg_id", "");
    }

    /** The client's session. */
    public String session() {
        return text(header, "session", "");
    }

    /** A message that answers or follows this one. */
    public WireMessage answer(String type, JsonObject body, JsonObject meta, String session) {
        return new WireMessage(identities, header(type, session), header, meta, body, List.of(), 0);
    }

    /** A broadcast that follows this one. */
    public WireMessage broadcast(String type, JsonObject body, JsonObject meta, String session) {
        List<byte[]> topic = List.of(type.getBytes(StandardCharsets.UTF_8));
        return new WireMessage(topic, header(type, session), header, meta, body, List.of(), 0);
    }

    /** This message with buffers. */
    public WireMessage withBuffers(List<byte[]> data) {
        return new WireMessage(identities, header, parent, metadata, content, List.copyOf(data), receivedNanos);
    }

    /** An empty request: the parent of messages outside all requests. */
    public static WireMessage none() {
        return new WireMessage(
                List.of(), new JsonObject(), new JsonObject(), new JsonObject(), new JsonObject(), List.of(), 0);
    }

    /** A client's request. */
    public static WireMessage request(String type, JsonObject body, String session) {
        return new WireMessage(
                List.of(), header(type, session), new JsonObject(), new JsonObject(), body, List.of(), 0);
    }

    private static JsonObject header(String type, String session) {
        JsonObject made = new JsonObject();
        made.addProperty("msg_id", UUID.randomUUID().toString());
        made.addProperty("username", "etude");
        made.addProperty("session", session);
        made.addProperty("date", Instant.now().truncatedTo(ChronoUnit.MICROS).toString());
        made.addProperty("msg_type", type);
        made.addProperty("version", PROTOCOL);
        return made;
    }

    /** A text field of the content, or a default if it is missing or of another type. */
    public String text(String field, String otherwise) {
        return text(content, field, otherwise);
    }

    /** A flag of the content. */
    public boolean flag(String field, boolean otherwise) {
        JsonElement value = content.get(field);
        return value != null
                        && value.isJsonPrimitive()
                        && value.getAsJsonPrimitive().isBoolean()
                ? value.getAsBoolean()
                : otherwise;
    }

    /** A whole number of the content. */
    public int number(String field, int otherwise) {
        JsonElement value = content.get(field);
        return value != null
                        && value.isJsonPrimitive()
                        && value.getAsJsonPrimitive().isNumber()
                ? value.getAsInt()
                : otherwise;
    }

    /** An object of the content; empty where it is missing. */
    public JsonObject object(String field) {
        JsonElement value = content.get(field);
        return value != null && value.isJsonObject() ? value.getAsJsonObject() : new JsonObject();
    }

    private static String text(JsonObject from, String field, String otherwise) {
        JsonElement value = from.get(field);
        return value != null && value.isJsonPrimitive() ? value.getAsString() : otherwise;
    }
}
