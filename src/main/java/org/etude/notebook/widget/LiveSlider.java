// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.function.IntFunction;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.ipynb.Output;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.run.OutputRecorder;

/**
 * A slider in a front end that supports Jupyter's widgets. Each move runs the view again, as a cell; moves made while
 * one runs or waits are merged, keeping the latest position.
 */
final class LiveSlider {
    private static final Gson GSON = new Gson();

    private final FrontEnd frontEnd;
    private final IntFunction<MimeBundle> view;
    private final int stops;
    private WidgetModel output;
    private int wanted;
    private boolean due;

    private LiveSlider(FrontEnd frontEnd, IntFunction<MimeBundle> view, int stops, int start) {
        this.frontEnd = frontEnd;
        this.view = view;
        this.stops = stops;
        wanted = start;
    }

    /**
     * Opens the models.
     *
     * @param name of the slider
     * @param labels of its stops
     * @param start index of the first stop
     * @param shown initial content
     * @param view produces the content for the stop of an index
     * @return the id of the model that contains slider and view
     */
    static String open(
            FrontEnd frontEnd,
            String name,
            List<String> labels,
            int start,
            MimeBundle shown,
            IntFunction<MimeBundle> view) {
        LiveSlider slider = new LiveSlider(frontEnd, view, labels.size(), start);
        WidgetModel whole = slider.model(WidgetStates.layout("100%"));
        WidgetModel wide = slider.model(WidgetStates.layout("36em"));
        WidgetModel style = slider.model(WidgetStates.style());
        JsonElement first = json(List.of(Output.display(shown.data(), shown.metadata())));
        WidgetModel place = slider.model(WidgetStates.output(first, whole));
        synchronized (slider) {
            slider.output = place;
        }
        WidgetModel handle =
                WidgetModel.open(frontEnd, WidgetStates.slider(name, labels, start, wide, style), slider::moved);
        return slider.model(WidgetStates.column(whole, handle, place)).id();
    }

    private WidgetModel model(JsonObject state) {
        return WidgetModel.open(frontEnd, state, fields -> {});
    }

    private synchronized void moved(JsonObject fields) {
        int index = fields.get("index") instanceof JsonPrimitive place && place.isNumber() ? place.getAsInt() : wanted;
        if (index < 0 || index >= stops || index == wanted) {
            return;
        }
        wanted = index;
        if (!due) {
            due = true;
            OutputRecorder.CellSheet sheet = new OutputRecorder().begin();
            frontEnd.run(sheet, this::latest, result -> finished(sheet, result));
        }
    }

    private MimeBundle latest() {
        int index;
        synchronized (this) {
            due = false;
            index = wanted;
        }
        return view.apply(index);
    }

    private synchronized void finished(OutputRecorder.CellSheet sheet, CellResult result) {
        if (result instanceof CellResult.Ok ok && ok.value().orElse(null) instanceof MimeBundle bundle) {
            sheet.display(bundle, null, false);
        } else {
            result.error().ifPresent(sheet::error);
        }
        output.set("outputs", json(sheet.outputs()));
    }

    private static JsonElement json(List<Output> outputs) {
        return GSON.toJsonTree(outputs.stream().map(Output::fields).toList());
    }
}
