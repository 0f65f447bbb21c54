// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol, message by message, of a kernel in this JVM over real sockets. */
@Timeout(120)
class KernelProtocolTest {
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

    private static JsonObject json(String text) {
        return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
    }

    private static JsonObject code(String code, int cursor) {
        JsonObject content = new JsonObject();
        content.addProperty("code", code);
        content.addProperty("cursor_pos", cursor);
        return content;
    }

    @Nested
    class Info {
        private final JsonObject info =
                client.ask("kernel_info_request", new JsonObject()).reply().content();

        @Test
        void saysProtocolAndStatus() {
            assertThat(info.get("protocol_version").getAsString()).isEqualTo("5.4");
            assertThat(info.get("status").getAsString()).isEqualTo("ok");
        }

        @Test
        void saysLanguage() {
            JsonObject language = info.getAsJsonObject("language_info");
            assertThat(language.get("name").getAsString()).isEqualTo("java");
            assertThat(language.get("file_extension").getAsString()).startsWith(".");
            assertThat(language.get("mimetype").getAsString()).contains("java");
            assertThat(language.get("pygments_lexer").getAsString()).isEqualTo("java");
            assertThat(language.get("version").getAsString()).isNotEmpty();
        }

        @Test
        void saysWhatTheSchemaAsksFor() {
            assertThat(info.keySet())
                    .contains("implementation", "implementation_version", "banner", "help_links", "supported_features");
            assertThat(info.get("debugger").getAsBoolean()).isFalse();
        }

        @Test
        void answersOnControlToo() {
            assertThat(client.control("kernel_info_request", new JsonObject()).status())
                    .isEqualTo("ok");
        }

        @Test
        void beatsTheHeart() {
            assertThat(client.beat("ping")).asString().isEqualTo("ping");
        }

        @Test
        void headersAreWhole() {
            Run run = client.execute("1 + 1");
            for (Msg each : run.iopub()) {
                assertThat(each.header().get("version").getAsString()).isEqualTo("5.4");
                assertThat(each.header().get("session").getAsString()).isNotEmpty();
                assertThat(each.header().get("date").getAsString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:.*Z");
                assertThat(each.parentId()).isEqualTo(run.reply().parentId());
            }
        }
    }

    @Nested
    class Execution {
        @Test
        void resultComesBetweenBusyAndIdle() {
            Run run = client.execute("21 * 2");
            assertThat(run.types()).containsExactly("status", "execute_input", "execute_result", "status");
            assertThat(run.result()).isEqualTo("42");
            assertThat(run.status()).isEqualTo("ok");
        }

        @Test
        void inputIsEchoedWithItsNumber() {
            Run run = client.execute("int echoed = 1;");
            assertThat(run.one("execute_input").text("code")).isEqualTo("int echoed = 1;");
            assertThat(run.one("execute_input").content().get("execution_count"))
                    .isEqualTo(run.reply().content().get("execution_count"));
        }

        @Test
        void countRisesByOne() {
            int first = count(client.execute("1"));
            assertThat(count(client.execute("2"))).isEqualTo(first + 1);
        }

        @Test
        void withoutHistoryTheCountStays() {
            int first = count(client.execute("1"));
            client.execute("2", "store_history", false);
            assertThat(count(client.execute("3"))).isEqualTo(first + 1);
        }

        @Test
        void silentTellsNothingButRuns() {
            Run run = client.execute("int hushed = 7; System.out.println(hushed); hushed", "silent", true);
            assertThat(run.types()).containsExactly("status", "status");
            assertThat(run.status()).isEqualTo("ok");
            assertThat(client.execute("hushed").result()).isEqualTo("7");
        }

        @Test
        void silentErrorsAreInTheReplyOnly() {
            Run run = client.execute("throw new RuntimeException()", "silent", true);
            assertThat(run.types()).containsExactly("status", "status");
            assertThat(run.reply().text("ename")).isEqualTo("java.lang.RuntimeException");
        }

        @Test
        void emptyCellIsFine() {
            int before = count(client.execute("1"));
            assertThat(client.execute("").status()).isEqualTo("ok");
            assertThat(client.execute("// a comment\n").types()).doesNotContain("execute_result");
            assertThat(count(client.execute("1"))).isEqualTo(before + 2);
        }

        @Test
        void replyHasWhatTheSchemaAsksFor() {
            assertThat(client.execute("1").reply().content().keySet())
                    .contains("status", "execution_count", "user_expressions", "payload");
        }

        @Test
        void userExpressionsAreEvaluated() {
            Run run = client.execute(
                    "int base = 20;",
                    "user_expressions",
                    json("{'good': 'base + 1', 'bad': 'nowhere', 'thrown': '1 / (base - 20)'}"));
            JsonObject found = run.reply().content().getAsJsonObject("user_expressions");
            assertThat(found.getAsJsonObject("good").get("status").getAsString())
                    .isEqualTo("ok");
            assertThat(found.getAsJsonObject("good")
                            .getAsJsonObject("data")
                            .get("text/plain")
                            .getAsString())
                    .isEqualTo("21");
            assertThat(found.getAsJsonObject("bad").get("status").getAsString()).isEqualTo("error");
            assertThat(found.getAsJsonObject("thrown").get("ename").getAsString())
                    .isEqualTo("java.lang.ArithmeticException");
        }

        @Test
        void rendererThatThrowsIsAnErrorOfTheCell() {
            Run run = client.execute(
                    "new Object() { public String toString() { throw new IllegalStateException(\"shy\"); } }");
            assertThat(run.status()).isEqualTo("error");
            assertThat(run.reply().text("evalue")).isEqualTo("shy");
        }

        @Test
        void missingFieldsHaveDefaults() {
            Run run = client.ask("execute_request", json("{'code': '5 + 5'}"));
            assertThat(run.result()).isEqualTo("10");
        }

        @Test
        void unicodeGoesBothWays() {
            assertThat(client.execute("\"\u00e4\u20ac\uD83D\uDE00\" + \"\u4e2d\"")
                            .result())
                    .isEqualTo("\u00e4\u20ac\uD83D\uDE00\u4e2d");
        }

        private int count(Run run) {
            return run.reply().content().get("execution_count").getAsInt();
        }
    }

    @Nested
    class Errors {
        @Test
        void thrownIsBroadcastAndReplied() {
            Run run = client.execute("throw new java.io.IOException(\"no disk\")");
            assertThat(run.types()).containsExactly("status", "execute_input", "error", "status");
            assertThat(run.one("error").text("ename")).isEqualTo("java.io.IOException");
            assertThat(run.one("error").text("evalue")).isEqualTo("no disk");
            assertThat(run.reply().text("ename")).isEqualTo("java.io.IOException");
            assertThat(run.one("error").content().get("traceback"))
                    .isEqualTo(run.reply().content().get("traceback"));
        }

        @Test
        void tracebackNamesCellAndLine() {
            Run run = client.execute("int a = 1;\nint zero = 0;\na / zero");
            int count = run.reply().content().get("execution_count").getAsInt();
            assertThat(run.traceback()).contains("at In[" + count + "] line 3");
        }

        @Test
        void compileErrorHasLineAndCaret() {
            Run run = client.execute("int b = 1;\nString s = b;");
            assertThat(run.reply().text("ename")).isEqualTo("CompileError");
            assertThat(run.traceback()).contains("line 2: incompatible types").contains("String s = b;\n           ^");
        }

        @Test
        void causesAreTold() {
            assertThat(client.execute("throw new RuntimeException(new IllegalStateException(\"deep\"))")
                            .traceback())
                    .contains("Caused by: java.lang.IllegalStateException: deep");
        }

        @Test
        void stackOverflowSurvives() {
            assertThat(client.execute("int endless(int n) { return endless(n + 1) + 1; }\nendless(0)")
                            .reply()
                            .text("ename"))
                    .isEqualTo("java.lang.StackOverflowError");
            assertThat(client.execute("1").status()).isEqualTo("ok");
        }

        @Test
        void errorThrownByACellIsAnErrorOfTheCell() {
            assertThat(client.execute("throw new NoClassDefFoundError(\"x\")")
                            .reply()
                            .text("ename"))
                    .isEqualTo("java.lang.NoClassDefFoundError");
            assertThat(client.execute("throw new OutOfMemoryError(\"made up\")")
                            .reply()
                            .text("ename"))
                    .isEqualTo("java.lang.OutOfMemoryError");
        }

        @Test
        void queuedCellsAreAborted() {
            String bad = client.begin("Thread.sleep(300); throw new RuntimeException();");
            String next = client.begin("int notRun = 1;");
            String last = client.begin("int notRunEither = 1;");
            assertThat(client.finish(bad).status()).isEqualTo("error");
            assertThat(client.finish(next).status()).isEqualTo("aborted");
            assertThat(client.finish(last).status()).isEqualTo("aborted");
            assertThat(client.finish(next).types()).containsExactly("status", "status");
            assertThat(client.execute("5").result()).isEqualTo("5");
        }

        @Test
        void queuedCellsRunWhereTheClientSaysSo() {
            String bad = client.begin("Thread.sleep(300); throw new RuntimeException();", "stop_on_error", false);
            String next = client.begin("6");
            assertThat(client.finish(bad).status()).isEqualTo("error");
            assertThat(client.finish(next).result()).isEqualTo("6");
        }
    }

    @Nested
    class Output {
        @Test
        void streamsAreNamed() {
            Run run = client.execute("System.out.print(\"o\"); System.err.print(\"e\");");
            assertThat(run.out()).isEqualTo("o");
            assertThat(run.stream("stderr")).isEqualTo("e");
        }

        @Test
        void outputComesBeforeResultAndIdle() {
            assertThat(client.execute("System.out.print(\"first\");\n9").types())
                    .containsExactly("status", "execute_input", "stream", "execute_result", "status");
        }

        @Test
        void outputComesBeforeTheErrorToo() {
            assertThat(client.execute("System.out.print(\"first\"); throw new RuntimeException();")
                            .types())
                    .containsExactly("status", "execute_input", "stream", "error", "status");
        }

        @Test
        void hundredThousandLinesArriveInFewMessages() {
            Run run = client.execute("for (int i = 0; i < 100_000; i++) System.out.println(i);");
            String[] lines = run.out().split("\n");
            assertThat(lines).hasSize(100_000);
            assertThat(lines[0]).isEqualTo("0");
            assertThat(lines[99_999]).isEqualTo("99999");
            assertThat(run.all("stream").size()).isLessThan(200);
        }

        @Test
        void outputArrivesWhileTheCellRuns() {
            String id = client.begin("System.out.print(\"early\"); Thread.sleep(500); 1");
            client.awaitOutput(id, "early");
            assertThat(client.replied(id)).isFalse();
            client.finish(id);
        }

        @Test
        void backgroundThreadsPrintAfterTheCell() {
            String id = client.begin(
                    "var late = new Thread(() -> { try { Thread.sleep(300); } catch (InterruptedException e) { } "
                            + "System.out.print(\"late\"); }); late.start();");
            assertThat(client.finish(id).out()).isEmpty();
            client.awaitOutput(id, "late");
        }

        @Test
        void displayCarriesAnId() {
            Run run = client.execute("String shownId = display(List.of(1, 2)); shownId");
            Msg shown = run.one("display_data");
            assertThat(shown.content().getAsJsonObject("data").get("text/plain").getAsString())
                    .isEqualTo("[1, 2]");
            assertThat(shown.content()
                            .getAsJsonObject("transient")
                            .get("display_id")
                            .getAsString())
                    .isEqualTo(run.result());
        }

        @Test
        void updateNamesTheSameId() {
            client.execute("display(\"before\", \"place\");");
            Msg update = client.execute("updateDisplay(\"place\", \"after\");").one("update_display_data");
            assertThat(update.content()
                            .getAsJsonObject("transient")
                            .get("display_id")
                            .getAsString())
                    .isEqualTo("place");
            assertThat(update.content()
                            .getAsJsonObject("data")
                            .get("text/plain")
                            .getAsString())
                    .isEqualTo("after");
        }

        @Test
        void htmlHasAPlainTwin() {
            JsonObject data = client.execute("displayHtml(\"<b>x</b>\");")
                    .one("display_data")
                    .content()
                    .getAsJsonObject("data");
            assertThat(data.get("text/html").getAsString()).isEqualTo("<b>x</b>");
            assertThat(data.get("text/plain").getAsString()).isEqualTo("x");
        }

        @Test
        void clearOutputIsPassedOn() {
            Run run = client.execute("System.out.print(1); clearOutput(true); System.out.print(2);");
            assertThat(run.types())
                    .containsExactly("status", "execute_input", "stream", "clear_output", "stream", "status");
            assertThat(run.one("clear_output").content().get("wait").getAsBoolean())
                    .isTrue();
        }

        @Test
        void jsonMimeTypesStayObjects() {
            Run run = client.execute("import org.etude.notebook.output.MimeBundle;\n"
                    + "display(new MimeBundle(Map.of(\"text/plain\", \"p\", \"application/x+json\", "
                    + "Map.of(\"a\", List.of(1, 2.5), \"t\", \"</script>\")), Map.of()));");
            JsonObject data = run.one("display_data").content().getAsJsonObject("data");
            assertThat(data.getAsJsonObject("application/x+json")
                            .getAsJsonArray("a")
                            .get(1)
                            .getAsDouble())
                    .isEqualTo(2.5);
        }

        @Test
        void closingSystemOutHarmsNobody() {
            client.execute("System.out.close();");
            assertThat(client.execute("System.out.print(\"still\");").out()).isEqualTo("still");
        }
    }

    @Nested
    class Questions {
        private JsonObject complete(String code) {
            return client.ask("complete_request", code(code, code.codePointCount(0, code.length())))
                    .reply()
                    .content();
        }

        private List<String> matches(JsonObject reply) {
            List<String> found = new ArrayList<>();
            for (JsonElement each : reply.getAsJsonArray("matches")) {
                found.add(each.getAsString());
            }
            return found;
        }

        @Test
        void completesMembers() {
            JsonObject reply = complete("\"abc\".length");
            assertThat(reply.get("status").getAsString()).isEqualTo("ok");
            assertThat(matches(reply)).containsExactly("length()");
            assertThat(reply.get("cursor_start").getAsInt()).isEqualTo(6);
            assertThat(reply.get("cursor_end").getAsInt()).isEqualTo(12);
        }

        @Test
        void completionHasTypesAndSignatures() {
            JsonArray types =
                    complete("Traces.loa").getAsJsonObject("metadata").getAsJsonArray("_jupyter_types_experimental");
            JsonObject first = types.get(0).getAsJsonObject();
            assertThat(first.get("text").getAsString()).isEqualTo("load(");
            assertThat(first.get("type").getAsString()).isEqualTo("function");
            assertThat(first.get("signature").getAsString()).contains("-> Traces");
        }

        @Test
        void cursorCountsCharactersNotUnits() {
            JsonObject reply = complete("String s = \"\uD83D\uDE00\"; Math.ab");
            assertThat(matches(reply)).contains("abs(");
            assertThat(reply.get("cursor_start").getAsInt()).isEqualTo(21);
            assertThat(reply.get("cursor_end").getAsInt()).isEqualTo(23);
        }

        @Test
        void completionInTheMiddleOfACell() {
            JsonObject reply = client.ask("complete_request", code("Math.ab;\nint later = 1;", 7))
                    .reply()
                    .content();
            assertThat(matches(reply)).contains("abs(");
        }

        @Test
        void completionOfNothingIsEmptyOrShort() {
            JsonObject reply = complete("doesNotExistAtAll.x");
            assertThat(matches(reply)).isEmpty();
            assertThat(reply.get("status").getAsString()).isEqualTo("ok");
        }

        @Test
        void cursorsOutsideTheCodeAreClamped() {
            assertThat(client.ask("complete_request", code("Math.ab", 5000)).status())
                    .isEqualTo("ok");
            assertThat(client.ask("complete_request", code("Math.ab", -3)).status())
                    .isEqualTo("ok");
        }

        @Test
        void inspectionFindsDocumentation() {
            JsonObject reply = client.ask("inspect_request", code("Traces.load(\"x\")", 9))
                    .reply()
                    .content();
            assertThat(reply.get("found").getAsBoolean()).isTrue();
            JsonObject data = reply.getAsJsonObject("data");
            assertThat(data.get("text/plain").getAsString())
                    .contains("Traces.load(")
                    .contains("Loads all host execution traces");
            assertThat(data.get("text/html").getAsString()).contains("<pre>");
        }

        @Test
        void inspectionOfNothingIsNotFound() {
            JsonObject reply =
                    client.ask("inspect_request", code("   ", 1)).reply().content();
            assertThat(reply.get("status").getAsString()).isEqualTo("ok");
            assertThat(reply.get("found").getAsBoolean()).isFalse();
        }

        @Test
        void completeness() {
            assertThat(isComplete("int x = 1;").status()).isEqualTo("complete");
            assertThat(isComplete("for (;;) {").status()).isEqualTo("incomplete");
            assertThat(isComplete("for (;;) {").text("indent")).isEqualTo("    ");
            assertThat(isComplete("int x = 1; )").status()).isEqualTo("invalid");
        }

        private Msg isComplete(String code) {
            return client.ask("is_complete_request", code(code, 0)).reply();
        }

        @Test
        void allAreAnsweredWhileACellRuns() {
            String id = client.begin("System.out.print(\"busy\"); Thread.sleep(20_000);");
            client.awaitOutput(id, "busy");
            assertThat(matches(complete("Math.ab"))).contains("abs(");
            assertThat(client.ask("inspect_request", code("Math.abs", 7)).status())
                    .isEqualTo("ok");
            assertThat(isComplete("1").status()).isEqualTo("complete");
            assertThat(client.ask("kernel_info_request", new JsonObject()).status())
                    .isEqualTo("ok");
            assertThat(client.ask("history_request", json("{'hist_access_type': 'tail', 'n': 1}"))
                            .status())
                    .isEqualTo("ok");
            assertThat(client.ask("comm_info_request", new JsonObject()).status())
                    .isEqualTo("ok");
            assertThat(client.replied(id)).isFalse();
            client.control("interrupt_request", new JsonObject());
            assertThat(client.finish(id).status()).isEqualTo("error");
        }

        @Test
        void everyRequestIsBusyAndIdle() {
            for (String type :
                    List.of("complete_request", "inspect_request", "is_complete_request", "history_request")) {
                assertThat(client.ask(type, code("1", 1)).types()).as(type).containsExactly("status", "status");
            }
        }
    }

    @Nested
    class Past {
        @Test
        void tailGivesTheLastCells() {
            client.execute("\"tail one\"");
            client.execute("\"tail two\"");
            JsonArray rows = history("{'hist_access_type': 'tail', 'n': 2, 'raw': true, 'output': false}");
            assertThat(rows).hasSize(2);
            assertThat(rows.get(1).getAsJsonArray().get(2).getAsString()).isEqualTo("\"tail two\"");
        }

        @Test
        void rangeGivesLines() {
            int line = client.execute("\"ranged\"")
                    .reply()
                    .content()
                    .get("execution_count")
                    .getAsInt();
            JsonArray rows = history("{'hist_access_type': 'range', 'session': 0, 'start': " + line + ", 'stop': "
                    + (line + 1) + ", 'output': false, 'raw': true}");
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).getAsJsonArray().get(1).getAsInt()).isEqualTo(line);
            assertThat(history("{'hist_access_type': 'range', 'session': 99, 'start': 1, 'stop': 5}"))
                    .isEmpty();
        }

        @Test
        void searchTakesGlobsAndUnique() {
            client.execute("\"needle 1\"");
            client.execute("\"needle 1\"");
            client.execute("\"needle 2\"");
            assertThat(history("{'hist_access_type': 'search', 'pattern': '*needle ?*', 'n': 9}"))
                    .hasSize(3);
            assertThat(history("{'hist_access_type': 'search', 'pattern': '*needle*', 'n': 9, 'unique': true}"))
                    .hasSize(2);
            assertThat(history("{'hist_access_type': 'search', 'pattern': 'needle', 'n': 9}"))
                    .isEmpty();
        }

        @Test
        void outputComesWhereAskedFor() {
            client.execute("6 * 9");
            JsonArray pair = history("{'hist_access_type': 'tail', 'n': 1, 'output': true}")
                    .get(0)
                    .getAsJsonArray()
                    .get(2)
                    .getAsJsonArray();
            assertThat(pair.get(0).getAsString()).isEqualTo("6 * 9");
            assertThat(pair.get(1).getAsString()).isEqualTo("54");
        }

        @Test
        void cellsWithoutHistoryAreNotKept() {
            client.execute("\"secret cell\"", "store_history", false);
            assertThat(history("{'hist_access_type': 'search', 'pattern': '*secret cell*', 'n': 9}"))
                    .isEmpty();
        }

        private JsonArray history(String request) {
            Msg reply = client.ask("history_request", json(request)).reply();
            assertThat(reply.status()).isEqualTo("ok");
            return reply.content().getAsJsonArray("history");
        }
    }

    @Nested
    class Input {
        @Test
        void readLineAsksAndGetsTheAnswer() {
            String id = client.begin("readLine(\"name: \")");
            Msg question = client.question();
            assertThat(question.type()).isEqualTo("input_request");
            assertThat(question.text("prompt")).isEqualTo("name: ");
            assertThat(question.content().get("password").getAsBoolean()).isFalse();
            assertThat(question.parentId()).isEqualTo(id);
            client.answer("Grace");
            assertThat(client.finish(id).result()).isEqualTo("Grace");
        }

        @Test
        void passwordsAreMarked() {
            String id = client.begin("readPassword(\"pw\").length()");
            assertThat(client.question().content().get("password").getAsBoolean())
                    .isTrue();
            client.answer("abcd");
            assertThat(client.finish(id).result()).isEqualTo("4");
        }

        @Test
        void systemInReadsLines() {
            String id = client.begin("var in = new Scanner(System.in);\nin.nextInt() + in.nextInt()");
            client.question();
            client.answer("19");
            client.question();
            client.answer("23");
            assertThat(client.finish(id).result()).isEqualTo("42");
        }

        @Test
        void promptComesAfterWhatWasPrinted() {
            String id = client.begin("System.out.print(\"asked \"); readLine(\"\")");
            client.question();
            client.awaitOutput(id, "asked");
            client.answer("");
            client.finish(id);
        }

        @Test
        void notAllowedIsAnError() {
            Run run = client.execute("readLine(\"?\")", "allow_stdin", false);
            assertThat(run.reply().text("ename")).isEqualTo("java.io.IOException");
            assertThat(run.reply().text("evalue")).contains("allow_stdin");
        }

        @Test
        void waitingForInputCanBeInterrupted() {
            String id = client.begin("System.in.read()");
            client.question();
            client.control("interrupt_request", new JsonObject());
            assertThat(client.finish(id).reply().text("ename")).isEqualTo("Interrupted");
            client.answer("too late");
            String next = client.begin("readLine(\"again\")");
            client.question();
            client.answer("fresh");
            assertThat(client.finish(next).result()).isEqualTo("fresh");
        }
    }

    @Nested
    class Interrupts {
        private Run interrupted(String code) {
            String id = client.begin("System.out.print(\"go\");\n" + code);
            client.awaitOutput(id, "go");
            Run reply = client.control("interrupt_request", new JsonObject());
            assertThat(reply.status()).isEqualTo("ok");
            return client.finish(id);
        }

        @Test
        void sleep() {
            assertThat(interrupted("Thread.sleep(100_000);").reply().text("ename"))
                    .isEqualTo("Interrupted");
        }

        @Test
        void tightLoop() {
            assertThat(interrupted("while (true) { }").reply().text("ename")).isEqualTo("Interrupted");
        }

        @Test
        void recursion() {
            assertThat(interrupted("int fibo(int n) { return n < 2 ? n : fibo(n - 1) + fibo(n - 2); }\nfibo(90)")
                            .reply()
                            .text("ename"))
                    .isEqualTo("Interrupted");
        }

        @Test
        void queuedCellsAreAbortedToo() {
            String id = client.begin("System.out.print(\"go\"); while (true) { }", "stop_on_error", false);
            String queued = client.begin("int queuedBehind = 1;");
            client.awaitOutput(id, "go");
            client.control("interrupt_request", new JsonObject());
            assertThat(client.finish(id).status()).isEqualTo("error");
            assertThat(client.finish(queued).status()).isEqualTo("aborted");
            assertThat(client.execute("8").result()).isEqualTo("8");
        }

        @Test
        void idleKernelTakesInterrupts() {
            assertThat(client.control("interrupt_request", new JsonObject()).status())
                    .isEqualTo("ok");
            assertThat(client.execute("3").result()).isEqualTo("3");
        }

        @Test
        void variablesSurvive() {
            client.execute("int survivor = 11;");
            interrupted("for (;;) { survivor++; survivor--; }");
            assertThat(client.execute("survivor > 10").result()).isEqualTo("true");
        }
    }

    @Nested
    class CommMessages {
        private static final String ECHO =
                "import io.github.spencerpark.jupyter.kernel.comm.*;\nimport io.github.spencerpark.jupyter.messages.*;\n"
                        + "import io.github.spencerpark.jupyter.messages.comm.*;\n"
                        + "class Echo extends Comm {\n"
                        + "    Echo(CommManager m, String id, String target) { super(m, id, target); }\n"
                        + "    protected void onMessage(Message<CommMsgCommand> m) { send(m.getContent().getData()); }\n"
                        + "    protected void onClose(Message<CommCloseCommand> m, boolean sent) { System.out.print(\"closed\"); }\n"
                        + "}\n"
                        + "comms().registerTarget(\"echo\", (m, id, target, open) -> new Echo(m, id, target));";

        @Test
        void unknownTargetIsClosedAtOnce() {
            String id = client.send(
                    Channel.SHELL, "comm_open", json("{'comm_id': 'c0', 'target_name': 'none', 'data': {}}"));
            Run run = client.finishSilent(id);
            assertThat(run.one("comm_close").text("comm_id")).isEqualTo("c0");
        }

        @Test
        void opensTalksAndCloses() {
            assertThat(client.execute(ECHO).status()).isEqualTo("ok");
            client.finishSilent(client.send(
                    Channel.SHELL, "comm_open", json("{'comm_id': 'c1', 'target_name': 'echo', 'data': {}}")));
            JsonObject open = client.ask("comm_info_request", new JsonObject())
                    .reply()
                    .content()
                    .getAsJsonObject("comms");
            assertThat(open.getAsJsonObject("c1").get("target_name").getAsString())
                    .isEqualTo("echo");
            Run talk = client.finishSilent(
                    client.send(Channel.SHELL, "comm_msg", json("{'comm_id': 'c1', 'data': {'say': 'hi'}}")));
            assertThat(talk.one("comm_msg")
                            .content()
                            .getAsJsonObject("data")
                            .get("say")
                            .getAsString())
                    .isEqualTo("hi");
            client.finishSilent(client.send(Channel.SHELL, "comm_close", json("{'comm_id': 'c1', 'data': {}}")));
            assertThat(client.ask("comm_info_request", new JsonObject())
                            .reply()
                            .content()
                            .getAsJsonObject("comms")
                            .keySet())
                    .doesNotContain("c1");
        }

        @Test
        void infoFiltersByTarget() {
            client.execute(ECHO);
            client.finishSilent(client.send(
                    Channel.SHELL, "comm_open", json("{'comm_id': 'c2', 'target_name': 'echo', 'data': {}}")));
            assertThat(client.ask("comm_info_request", json("{'target_name': 'other'}"))
                            .reply()
                            .content()
                            .getAsJsonObject("comms")
                            .keySet())
                    .isEmpty();
            assertThat(client.ask("comm_info_request", json("{'target_name': 'echo'}"))
                            .reply()
                            .content()
                            .getAsJsonObject("comms")
                            .keySet())
                    .contains("c2");
        }

        @Test
        void cellsOpenComms() {
            client.execute(ECHO);
            Run run = client.execute(
                    "var opened = comms().openComm(\"front\", (m, id, target, msg) -> new Echo(m, id, target));\nopened.getID()");
            assertThat(run.one("comm_open").text("comm_id")).isEqualTo(run.result());
            assertThat(run.one("comm_open").text("target_name")).isEqualTo("front");
        }

        @Test
        void messagesToUnknownCommsAreHarmless() {
            Run run = client.finishSilent(
                    client.send(Channel.SHELL, "comm_msg", json("{'comm_id': 'nobody', 'data': {}}")));
            assertThat(run.types()).containsExactly("status", "status");
        }
    }
}
