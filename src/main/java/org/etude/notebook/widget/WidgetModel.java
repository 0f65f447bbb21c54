// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.function.Consumer;

/**
 * The kernel's side of one widget model, by the messages of Jupyter's widgets, version 2. Both sides share the state,
 * which is sent completely at the start and on request, and in parts when it changes.
 */
final class WidgetModel {
    private static final String TARGET = "jupyter.widget";
    private static final String VERSION = "2.1.0";
    private static final String METHOD = "method";
    private static final String STATE = "state";

    private final JsonObject state;
    private final Consumer<JsonObject> changed;
    private FrontEnd.Line line;

    private WidgetModel(JsonObject state, Consumer<JsonObject> changed) {
        this.state = state;
        this.changed = changed;
    }

    /**
     * Announces the model to the front end.
     *
     * @param state its fields, including those that name its class
     * @param changed receives the fields that a reader changed
     */
    static WidgetModel open(FrontEnd frontEnd, JsonObject state, Consumer<JsonObject> changed) {
        WidgetModel model = new WidgetModel(state, changed);
        JsonObject data = message(state);
        data.remove(METHOD);
        JsonObject metadata = new JsonObject();
        metadata.addProperty("version", VERSION);
        FrontEnd.Line opened = frontEnd.open(TARGET, data, metadata, model::received);
        synchronized (model) {
            model.line = opened;
        }
        return model;
    }

    /** The reference to this model used by other models. */
    String reference() {
        return "IPY_MODEL_" + id();
    }

    synchronized String id() {
        return line.id();
    }

    /** Sets a field on both sides. */
    synchronized void set(String field, JsonElement value) {
        state.add(field, value);
        JsonObject part = new JsonObject();
        part.add(field, value);
        line.send(message(part));
    }

    private void received(JsonObject data) {
        String method = data.get(METHOD) instanceof JsonPrimitive name ? name.getAsString() : "";
        if (method.equals("request_state")) {
            synchronized (this) {
                line.send(message(state));
            }
        } else if (method.equals("update") && data.get(STATE) instanceof JsonObject fields) {
            synchronized (this) {
                fields.entrySet().forEach(field -> state.add(field.getKey(), field.getValue()));
            }
            changed.accept(fields);
        }
    }

    private static JsonObject message(JsonObject fields) {
        JsonObject data = new JsonObject();
        data.addProperty(METHOD, "update");
        data.add(STATE, fields.deepCopy());
        data.add("buffer_paths", new JsonArray());
        return data;
    }
}
