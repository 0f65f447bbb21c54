// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.widget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.notebook.eval.CellEvaluator;
import org.etude.notebook.eval.CellResult;
import org.etude.notebook.eval.EvaluatorOptions;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;
import org.etude.report.EtudeException;
import org.junit.jupiter.api.Test;

/** Sliders where no front end is, and what they refuse. {@code WidgetProtocolTest} has them over sockets. */
class SliderTest {
    private static final Pattern LABEL = Pattern.compile("<figure [^>]*data-label=\"([^\"]*)\"");

    /** What a cell shows, in an evaluator that offers nothing but text. */
    private static MimeBundle shown(String code, FrontEnd frontEnd) {
        try (CellEvaluator cells = new CellEvaluator(EvaluatorOptions.defaults()
                .withRenderer(value -> value instanceof Integer number
                        ? MimeBundle.html("<b>" + number + "</b><script>alert(1)</script>", "number " + number)
                        : MimeBundle.plain(String.valueOf(value))))) {
            if (frontEnd != null) {
                cells.provide(FrontEnd.class, frontEnd);
            }
            CellResult result = cells.evaluate(code, 1, CellOutput.NONE);
            assertThat(result).isInstanceOf(CellResult.Ok.class);
            return cells.render(((CellResult.Ok) result).value().orElseThrow());
        }
    }

    private static List<String> labels(MimeBundle bundle) {
        List<String> labels = new ArrayList<>();
        Matcher label = LABEL.matcher((String) bundle.data().get("text/html"));
        while (label.find()) {
            labels.add(label.group(1));
        }
        return labels;
    }

    @Test
    void withoutAFrontEndAllFramesStandInThePageWithoutTheirScripts() {
        MimeBundle bundle = shown("Slider.of(\"a<b\", 2, 4, 8).at(4).show(n -> n * 10)", null);
        assertThat(bundle.data()).containsOnlyKeys("text/plain", "text/html");
        assertThat(bundle.data().get("text/plain")).isEqualTo("a<b 2: number 20\na<b 4: number 40\na<b 8: number 80");
        String html = (String) bundle.data().get("text/html");
        assertThat(html)
                .startsWith("<div data-etude-frames=\"a&lt;b\" data-start=\"1\">")
                .contains("<figcaption>a&lt;b: 2</figcaption><b>20</b></figure>")
                .doesNotContain("alert");
        assertThat(labels(bundle)).containsExactly("2", "4", "8");
    }

    @Test
    void textThatIsShownAsItIsStaysText() {
        assertThat((String) shown("Slider.of(\"n\", \"<i>\", \"b\").show(x -> x)", null)
                        .data()
                        .get("text/html"))
                .contains("data-label=\"&lt;i&gt;\"")
                .contains("<pre>&lt;i&gt;</pre>");
    }

    @Test
    void aLongSliderHasSixFramesTheFirstTheLastAndItsOwn() {
        String code = "var seen = new ArrayList<Integer>();\n"
                + "display(Slider.range(\"n\", 0, 100, 5).at(35).show(n -> { seen.add(n); return n; }));\nseen";
        assertThat(shown(code, null).data()).containsEntry("text/plain", "[0, 20, 35, 60, 80, 100]");
    }

    @Test
    void whatTheFunctionThrowsEndsTheCell() {
        try (CellEvaluator cells = new CellEvaluator()) {
            CellResult result = cells.evaluate("Slider.of(\"n\", 1, 0).show(n -> 1 / n)", 1, CellOutput.NONE);
            assertThat(result.error().orElseThrow().name()).isEqualTo("java.lang.ArithmeticException");
        }
    }

    @Test
    void itRefusesWhatCannotMove() {
        assertThatThrownBy(() -> Slider.of("ranks", 8))
                .isInstanceOf(EtudeException.class)
                .hasMessageContainingAll("slider \"ranks\": 1 value", "from 2 to 1000");
        assertThatThrownBy(() -> new Slider<>("n", Collections.nCopies(1_001, 1), 0))
                .hasMessageContaining("1001 values");
        assertThatThrownBy(() -> Slider.range("n", 0, 2_000_000_000, 1)).hasMessageContaining("1001 values");
        assertThatThrownBy(() -> Slider.range("GB/s", 10, 5, 1))
                .hasMessageContainingAll("slider \"GB/s\": from 10 to 5 by 1", "smaller end first");
        assertThatThrownBy(() -> Slider.range("GB/s", 1, 5, 0)).hasMessageContaining("step above zero");
        assertThatThrownBy(() -> Slider.of("ranks", 2, 4).at(3))
                .hasMessageContainingAll("slider \"ranks\" has no value 3", "[2, 4]");
        assertThatThrownBy(() -> new Slider<>("n", List.of(1, 2), 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void itNeedsACell() {
        assertThatThrownBy(() -> Slider.of("n", 1, 2).show(n -> n))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only cells");
    }

    @Test
    void movesThatComeBeforeARedrawAreOneForTheLatestPlace() {
        Desk desk = new Desk();
        shown("Slider.range(\"n\", 0, 9, 1).show(n -> n)", desk);
        for (int index = 1; index <= 9; index++) {
            desk.move(index);
        }
        assertThat(desk.waiting).hasSize(1);
        desk.move(4);
        assertThat(desk.turn()).containsEntry("text/plain", "number 4");
        assertThat(desk.waiting).isEmpty();
        desk.move(4);
        assertThat(desk.waiting).as("it stands there").isEmpty();
        desk.move(5);
        assertThat(desk.turn()).containsEntry("text/plain", "number 5");
    }

    /** A front end that runs nothing before its turn. */
    private static final class Desk implements FrontEnd {
        private final List<Callable<?>> waiting = new ArrayList<>();
        private final List<Consumer<CellResult>> ends = new ArrayList<>();
        private Consumer<JsonObject> slider;

        @Override
        public Line open(String target, JsonObject data, JsonObject metadata, Consumer<JsonObject> received) {
            if (data.toString().contains("SelectionSliderModel")) {
                slider = received;
            }
            return new Line() {
                @Override
                public String id() {
                    return "id";
                }

                @Override
                public void send(JsonObject message) {
                    assertThat(message.get("method").getAsString()).isEqualTo("update");
                }
            };
        }

        @Override
        public void run(CellOutput output, Callable<?> body, Consumer<CellResult> end) {
            waiting.add(body);
            ends.add(end);
        }

        void move(int index) {
            slider.accept(JsonParser.parseString("{\"method\": \"update\", \"state\": {\"index\": " + index + "}}")
                    .getAsJsonObject());
        }

        Map<String, Object> turn() {
            try (CellEvaluator cells = new CellEvaluator(
                    EvaluatorOptions.defaults().withRenderer(value -> MimeBundle.plain("number " + value)))) {
                CellResult result = cells.evaluate(0, CellOutput.NONE, cell -> cell.call(waiting.remove(0)));
                ends.remove(0).accept(result);
                return ((MimeBundle) ((CellResult.Ok) result).value().orElseThrow()).data();
            }
        }
    }

    @Property
    void theFramesAreInOrderAndHoldBothEndsAndTheStart(
            @ForAll @IntRange(min = 2, max = 1_000) int stops, @ForAll @IntRange(max = 999) int at) {
        Slider<Integer> slider = Slider.range("n", 0, stops - 1, 1).at(at % stops);
        assertThat(slider.stills())
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSize(Math.min(stops, Slider.STILLS))
                .contains(0, stops - 1, at % stops);
    }
}
