// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** The fields that a front end needs to draw each model; omitted ones have the front end's default. */
final class WidgetStates {
    private static final Gson GSON = new Gson();
    private static final String BASE = "@jupyter-widgets/base";
    private static final String CONTROLS = "@jupyter-widgets/controls";
    private static final String LAYOUT = "layout";

    private WidgetStates() {}

    /** A layout with a width as in a style sheet. */
    static JsonObject layout(String width) {
        JsonObject state = model(BASE, "2.0.0", "Layout");
        state.addProperty("width", width);
        return state;
    }

    /** The style of a slider that leaves enough space for its name. */
    static JsonObject style() {
        JsonObject state = model(CONTROLS, "2.0.0", "SliderStyle");
        state.addProperty("_view_module", BASE);
        state.addProperty("_view_name", "StyleView");
        state.addProperty("description_width", "initial");
        return state;
    }

    /** A slider with one stop per label. */
    static JsonObject slider(String name, List<String> labels, int index, WidgetModel layout, WidgetModel style) {
        JsonObject state = model(CONTROLS, "2.0.0", "SelectionSlider");
        state.addProperty("description", name);
        state.add("_options_labels", GSON.toJsonTree(labels));
        state.addProperty("index", index);
        state.addProperty("continuous_update", true);
        state.addProperty(LAYOUT, layout.reference());
        state.addProperty("style", style.reference());
        return state;
    }

    /** An area for outputs in the form of notebook files. */
    static JsonObject output(JsonElement outputs, WidgetModel layout) {
        JsonObject state = model("@jupyter-widgets/output", "1.0.0", "Output");
        state.addProperty("msg_id", "");
        state.add("outputs", outputs);
        state.addProperty(LAYOUT, layout.reference());
        return state;
    }

    /** A vertical box. */
    static JsonObject column(WidgetModel layout, WidgetModel... children) {
        JsonObject state = model(CONTROLS, "2.0.0", "VBox");
        JsonArray references = new JsonArray();
        for (WidgetModel child : children) {
            references.add(child.reference());
        }
        state.add("children", references);
        state.addProperty(LAYOUT, layout.reference());
        return state;
    }

    private static JsonObject model(String module, String version, String name) {
        JsonObject state = new JsonObject();
        state.addProperty("_model_module", module);
        state.addProperty("_model_module_version", version);
        state.addProperty("_model_name", name + "Model");
        state.addProperty("_view_module", module);
        state.addProperty("_view_module_version", version);
        state.addProperty("_view_name", name + "View");
        return state;
    }
}
