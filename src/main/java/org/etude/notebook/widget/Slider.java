// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.etude.notebook.eval.CellFunctions;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.widget.StillFrames.Frame;
import org.etude.report.Counted;
import org.etude.report.EtudeException;

/**
 * A slider over values that shows the result of a function of the selected value: {@code Slider.of("ranks", 2, 4,
 * 8).show(n -> Plots.timeline(run(n)))} as the last line of a cell.
 *
 * @param name label of the slider, with the unit
 * @param values its stops, in order
 * @param start index of the initial stop
 * @param <T> type of the values
 */
public record Slider<T>(String name, List<T> values, int start) {
    /** The number of results computed in advance; the stops between them need a kernel. */
    static final int STILLS = 6;

    private static final int MOST = 1_000;
    private static final String WIDGET = "application/vnd.jupyter.widget-view+json";

    /** Copies the values; rejects too few or too many stops and an initial stop out of range. */
    public Slider {
        values = List.copyOf(values);
        if (values.size() < 2 || values.size() > MOST) {
            throw new EtudeException(
                    "slider \"" + name + "\": " + Counted.of(values.size(), "value"),
                    "Give from 2 to " + MOST + ", in the order of the slider.");
        }
        if (start < 0 || start >= values.size()) {
            throw new IndexOutOfBoundsException(start);
        }
    }

    /** A slider over these values, initially at the first. */
    @SafeVarargs
    public static <T> Slider<T> of(String name, T... values) {
        return new Slider<>(name, List.of(values), 0);
    }

    /**
     * A slider over whole numbers, initially at the first.
     *
     * @param from the first
     * @param to the last, if a step reaches it
     * @param step above zero
     */
    public static Slider<Integer> range(String name, int from, int to, int step) {
        if (step < 1 || to < from) {
            throw new EtudeException(
                    "slider \"" + name + "\": from " + from + " to " + to + " by " + step,
                    "Give the smaller end first, and a step above zero.");
        }
        return new Slider<>(
                name,
                IntStream.iterate(from, at -> at <= to, at -> at + step)
                        .limit(MOST + 1L)
                        .boxed()
                        .toList(),
                0);
    }

    /**
     * This slider with another initial value.
     *
     * @throws EtudeException when it has no such stop
     */
    public Slider<T> at(T value) {
        int index = values.indexOf(value);
        if (index < 0) {
            throw new EtudeException("slider \"" + name + "\" has no value " + value, "Its values are " + values + ".");
        }
        return new Slider<>(name, values, index);
    }

    /**
     * Shows the slider and the function's result for its value. The function is called at once for up to six of the
     * values, for pages without a kernel; later, for any value that a reader selects, as an interruptible cell.
     *
     * @param view returns anything that a cell could show
     * @return shows itself as the value of a cell
     * @throws IllegalStateException outside a cell
     */
    public MimeBundle show(Function<? super T, ?> view) {
        List<Integer> chosen = stills();
        List<Frame> frames = new ArrayList<>();
        for (int index : chosen) {
            frames.add(new Frame(label(index), CellFunctions.rendered(view.apply(values.get(index)))));
        }
        int first = chosen.indexOf(start);
        Map<String, Object> still = Map.of(
                MimeBundle.PLAIN, StillFrames.plain(name, frames), "text/html", StillFrames.html(name, frames, first));
        Optional<FrontEnd> frontEnd = CellFunctions.serviceIfAny(FrontEnd.class);
        if (frontEnd.isEmpty()) {
            return new MimeBundle(still, Map.of());
        }
        List<String> labels =
                IntStream.range(0, values.size()).mapToObj(this::label).toList();
        String model = LiveSlider.open(
                frontEnd.get(),
                name,
                labels,
                start,
                frames.get(first).shown(),
                index -> CellFunctions.rendered(view.apply(values.get(index))));
        return new MimeBundle(
                Map.of(
                        MimeBundle.PLAIN,
                        still.get(MimeBundle.PLAIN),
                        "text/html",
                        still.get("text/html"),
                        WIDGET,
                        Map.of("version_major", 2, "version_minor", 0, "model_id", model)),
                Map.of());
    }

    /** Indices evenly spread from the first value to the last, including the initial one. */
    List<Integer> stills() {
        int last = values.size() - 1;
        int count = Math.min(values.size(), STILLS);
        TreeSet<Integer> chosen = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            chosen.add(Math.round((float) i * last / (count - 1)));
        }
        if (!chosen.contains(start)) {
            chosen.remove(chosen.stream()
                    .filter(index -> index != 0 && index != last)
                    .min(Comparator.comparingInt(index -> Math.abs(index - start)))
                    .orElseThrow());
            chosen.add(start);
        }
        return List.copyOf(chosen);
    }

    private String label(int index) {
        return String.valueOf(values.get(index));
    }
}
