// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import org.etude.notebook.wire.WireFormat;
import org.etude.notebook.wire.WireMessage;

/**
 * A request being served: sends its reply and publishes messages on its behalf. Valid between {@link #busy} and {@link
 * #idle}.
 */
final class Request {
    private final WireMessage message;
    private final Channel channel;
    private final Sockets sockets;
    private final WireFormat format;
    private final String session;

    Request(WireMessage message, Channel channel, Sockets sockets, WireFormat format, String session) {
        this.message = message;
        this.channel = channel;
        this.sockets = sockets;
        this.format = format;
        this.session = session;
    }

    WireMessage message() {
        return message;
    }

    void busy() {
        status("busy");
    }

    void idle() {
        status("idle");
    }

    private void status(String state) {
        publish("status", Map.of("execution_state", state));
    }

    /** Replies on the channel of the request; the reply type is derived from the request's. */
    void reply(Map<String, ?> content) {
        String type = message.type().replace("_request", "_reply");
        sockets.send(channel, message.answer(type, object(content), new JsonObject(), session));
    }

    /** Publishes a message. */
    void publish(String type, Map<String, ?> content) {
        sockets.send(Channel.IOPUB, message.broadcast(type, object(content), new JsonObject(), session));
    }

    /** Sends a question to the client that sent the request. */
    void ask(Map<String, ?> content) {
        sockets.send(Channel.STDIN, message.answer("input_request", object(content), new JsonObject(), session));
    }

    private JsonObject object(Map<String, ?> content) {
        JsonElement tree = format.tree(content);
        return tree.getAsJsonObject();
    }
}
