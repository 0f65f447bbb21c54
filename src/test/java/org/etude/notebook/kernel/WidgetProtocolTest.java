// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sliders by the messages of Jupyter's widgets, over real sockets: the messages that a front end receives, and the effect of moving a slider. */
@Timeout(120)
class WidgetProtocolTest {
    private static final String WIDGET = "application/vnd.jupyter.widget-view+json";

    /** The cell and the test run in one JVM: so one notifies the other. */
    private static final String STUCK = "etude.test.stuck";

    private static TestKernel kernel;
    private static KernelClient client;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        kernel = TestKernel.in(directory);
        client = kernel.client();
    }

    @AfterAll
    static void stop() {
        kernel.close();
    }

    /** A slider as the front end knows it: the ids of its models, and what it was sent about them. */
    private record Shown(Run run) {
        static Shown of(String code) {
            Run run = client.execute(code);
            assertThat(run.status()).isEqualTo("ok");
            return new Shown(run);
        }

        Msg model(String name) {
            List<Msg> found = run.all("comm_open").stream()
                    .filter(each -> state(each).get("_model_name").getAsString().equals(name))
                    .toList();
            assertThat(found).as(name).hasSize(1);
            return found.get(0);
        }

        String id(String name) {
            return model(name).text("comm_id");
        }

        /** Moves the handle; returns the id of the message. */
        String move(int index) {
            return client.send(Channel.SHELL, "comm_msg", update(id("SelectionSliderModel"), index));
        }

        /** Everything the output has shown since, as JSON, in order. */
        List<String> redrawn() {
            List<String> seen = new ArrayList<>();
            client.all("comm_msg").stream()
                    .filter(each -> each.text("comm_id").equals(id("OutputModel")))
                    .forEach(each -> seen.add(state(each).get("outputs").toString()));
            return seen;
        }

        String awaitRedrawn(String text) {
            client.await("redraw with " + text, () -> redrawn().stream().anyMatch(each -> each.contains(text)));
            return redrawn().stream()
                    .filter(each -> each.contains(text))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JsonObject update(String comm, int index) {
        return JsonParser.parseString("{\"comm_id\": \"" + comm
                        + "\", \"data\": {\"method\": \"update\", \"state\": {\"index\": " + index
                        + "}, \"buffer_paths\": []}}")
                .getAsJsonObject();
    }

    private static JsonObject state(Msg message) {
        return message.content().getAsJsonObject("data").getAsJsonObject("state");
    }

    @Test
    void theCellTellsTheFrontEndOfEveryModelBeforeItShowsTheirView() {
        Shown shown = Shown.of("Slider.of(\"ranks\", 2, 4, 8).at(4).show(n -> \"n=\" + n)");
        assertThat(shown.run().all("comm_open"))
                .hasSize(6)
                .allMatch(open -> open.text("target_name").equals("jupyter.widget"))
                .allMatch(open -> open.metadata().get("version").getAsString().equals("2.1.0"));
        JsonObject slider = state(shown.model("SelectionSliderModel"));
        assertThat(slider.get("description").getAsString()).isEqualTo("ranks");
        assertThat(slider.get("_options_labels")).hasToString("[\"2\",\"4\",\"8\"]");
        assertThat(slider.get("index").getAsInt()).isEqualTo(1);
        assertThat(slider.get("style").getAsString()).isEqualTo("IPY_MODEL_" + shown.id("SliderStyleModel"));
        assertThat(state(shown.model("OutputModel")).get("outputs").toString()).contains("\"n=4\"");
        assertThat(state(shown.model("VBoxModel")).get("children"))
                .hasToString("[\"IPY_MODEL_" + shown.id("SelectionSliderModel") + "\",\"IPY_MODEL_"
                        + shown.id("OutputModel") + "\"]");
        JsonObject data = shown.run().one("execute_result").content().getAsJsonObject("data");
        assertThat(data.getAsJsonObject(WIDGET).get("model_id").getAsString()).isEqualTo(shown.id("VBoxModel"));
        assertThat(data.get("text/html").getAsString()).contains("<figure");
        List<String> types = shown.run().types();
        assertThat(types.lastIndexOf("comm_open")).isLessThan(types.indexOf("execute_result"));
    }

    @Test
    void aMoveRunsTheCodeAgainWithWhatCellsHaveSetSince() {
        Shown shown = Shown.of(
                "int factor = 10;\n"
                        + "Slider.range(\"n\", 0, 100, 1).show(n -> { System.out.println(\"told\"); return \"n*f=\" + n * factor; })");
        client.execute("factor = 1000;");
        Run move = client.finishSilent(shown.move(7));
        assertThat(move.types()).contains("status");
        String seen = shown.awaitRedrawn("7000");
        assertThat(seen).contains("\"output_type\":\"stream\"", "told", "\"output_type\":\"display_data\"");
        assertThat(shown.redrawn()).hasSize(1);
    }

    @Test
    void anInterruptEndsARedrawThatDoesNotAndItsErrorStandsInTheOutput() {
        System.clearProperty(STUCK);
        Shown shown = Shown.of("int stuck = 0;\nSlider.of(\"n\", 1, 2, 3).show(n -> {"
                + " if (n == stuck) System.setProperty(\"" + STUCK + "\", \"now\");"
                + " while (n == stuck) { } return \"done \" + n; })");
        client.execute("stuck = 2;");
        String moved = shown.move(1);
        client.finishSilent(moved);
        client.await("busy again", () -> states(moved).size() >= 3);
        client.await(
                "begun redraw", () -> System.getProperty(STUCK) != null); // before it, there is nothing to interrupt
        client.control("interrupt_request", new JsonObject());
        assertThat(shown.awaitRedrawn("\"error\"")).contains("interrupted");
        shown.move(2);
        shown.awaitRedrawn("done 3");
        assertThat(client.execute("1 + 1").result()).isEqualTo("2");
    }

    @Test
    void anErrorOfTheCodeStandsInTheOutputUntilTheNextMove() {
        Shown shown = Shown.of("Slider.range(\"n\", -7, 8, 1).show(n -> 10 / n)");
        shown.move(7);
        assertThat(shown.awaitRedrawn("\"error\"")).contains("java.lang.ArithmeticException", "by zero");
        shown.move(12);
        shown.awaitRedrawn("\"text/plain\":\"2\"");
    }

    @Test
    void aPageThatIsLoadedAgainGetsTheWholeStateWithTheReadersPlace() {
        Shown shown = Shown.of("Slider.of(\"ranks\", 2, 4, 8).show(n -> \"n is \" + n)");
        String slider = shown.id("SelectionSliderModel");
        assertThat(client.ask(
                                "comm_info_request",
                                JsonParser.parseString("{\"target_name\": \"jupyter.widget\"}")
                                        .getAsJsonObject())
                        .reply()
                        .content()
                        .getAsJsonObject("comms")
                        .keySet())
                .contains(slider, shown.id("VBoxModel"));
        shown.move(2);
        shown.awaitRedrawn("n is 8");
        JsonObject ask = update(slider, 0);
        ask.add("data", JsonParser.parseString("{\"method\": \"request_state\"}"));
        Run answer = client.finishSilent(client.send(Channel.SHELL, "comm_msg", ask));
        JsonObject state = state(answer.one("comm_msg"));
        assertThat(state.get("index").getAsInt()).isEqualTo(2);
        assertThat(state.get("_model_name").getAsString()).isEqualTo("SelectionSliderModel");
    }

    @Test
    void placesThatDoNotExistAndMessagesOfOtherKindsChangeNothing() {
        Shown shown = Shown.of("Slider.of(\"ranks\", 2, 4).show(n -> \"n is \" + n)");
        for (int index : new int[] {-1, 2, 0}) {
            assertThat(client.finishSilent(shown.move(index)).types()).containsExactly("status", "status");
        }
        JsonObject odd = update(shown.id("SelectionSliderModel"), 0);
        for (String data : List.of(
                "{}",
                "{\"method\": \"custom\"}",
                "{\"method\": \"update\", \"state\": 3}",
                "{\"method\": \"update\", \"state\": {\"index\": null}}",
                "{\"method\": [1]}")) {
            odd.add("data", JsonParser.parseString(data));
            client.finishSilent(client.send(Channel.SHELL, "comm_msg", odd));
        }
        assertThat(shown.redrawn()).isEmpty();
        shown.move(1);
        shown.awaitRedrawn("n is 4");
    }

    private static List<String> states(String id) {
        return client.of(id).stream()
                .filter(each -> each.type().equals("status"))
                .map(each -> each.text("execution_state"))
                .toList();
    }
}
