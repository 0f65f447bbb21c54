// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The standard streams of cells, whatever cells do to them. */
@Timeout(60)
class CellStreamsTest {
    private final PrintStream processOut = System.out;
    private final PrintStream processErr = System.err;
    private final CellEvaluator evaluator =
            new CellEvaluator(EvaluatorOptions.defaults().withPatience(Duration.ofMillis(600)));
    private final RecordedOutput output = new RecordedOutput();

    @AfterEach
    void close() {
        evaluator.close();
        System.setOut(processOut);
        System.setErr(processErr);
    }

    private CellResult run(String code) {
        return evaluator.evaluate(code, 7, output);
    }

    private Object value(String code) {
        CellResult result = run(code);
        assertThat(result.error()).isEmpty();
        return ((CellResult.Ok) result).value().orElse(null);
    }

    /** What a cell sets stays, as in any Java program, unless no later cell could print. */
    @Test
    void streamsThatACellLosesAreRestoredForTheNextOne() {
        run("System.setOut(null); System.setErr(null); System.setIn(null);");
        value("System.out.println(\"out\"); System.err.println(\"err\"); System.in.available();");
        assertThat(output.events())
                .containsExactly(
                        "stderr System.out was null; it prints below the cells again.\n"
                                + "System.err was null; it prints below the cells again.",
                        "stdout out",
                        "stderr err");
        run("try (var file = new PrintStream(OutputStream.nullOutputStream())) { System.setOut(file); }");
        value("System.out.print(\"again\");");
        assertThat(output.out()).isEqualTo("out\nagain");
        assertThat(output.err()).endsWith("System.out was closed or had failed; it prints below the cells again.\n");
        value("var before = System.out; var bytes = new ByteArrayOutputStream();"
                + " System.setOut(new PrintStream(bytes));");
        value("System.out.print(\"kept\");");
        assertThat(value("System.setOut(before); bytes.toString()")).isEqualTo("kept");
    }

    /** A stream's methods may be code of the user. */
    @Test
    void aStreamThatThrowsIsReplacedAndLaterCellsRun() {
        value("class Broken extends PrintStream {\n  Broken() { super(OutputStream.nullOutputStream()); }\n"
                + "  public void print(String text) { throw new IllegalStateException(); }\n"
                + "  public boolean checkError() { throw new AssertionError(); }\n}\n"
                + "class Deaf extends PrintStream {\n  Deaf() { super(OutputStream.nullOutputStream()); }\n"
                + "  public boolean checkError() { throw new AssertionError(); }\n}\n"
                + "System.setOut(new Broken()); System.setErr(new Deaf());");
        value("System.out.print(\"out\");");
        assertThat(evaluator.running()).isFalse();
        assertThat(output.out()).isEqualTo("out");
        assertThat(output.err())
                .isEqualTo("System.out threw java.lang.IllegalStateException; it prints below the cells again.\n"
                        + "System.err threw java.lang.AssertionError; it prints below the cells again.\n");
    }

    /** Another thread holds what the stream needs, as where a pipe is full: not even force ends that wait. */
    @Test
    void aStreamThatBlocksIsReplacedWhenTheCellIsInterrupted() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        evaluator.provide(CountDownLatch.class, entered);
        value("var lock = new Object(); var held = new CountDownLatch(1); var done = new CountDownLatch(1);\n"
                + "var holder = new Thread(() -> { synchronized (lock) { held.countDown();\n"
                + "  try { done.await(); } catch (InterruptedException e) { } } });\n"
                + "holder.setDaemon(true); holder.start(); held.await();\n"
                + "var entered = service(CountDownLatch.class);\n"
                + "System.setOut(new PrintStream(new OutputStream() {\n  public void write(int b) { }\n"
                + "  public void flush() { entered.countDown(); synchronized (lock) { } }\n}));");
        CompletableFuture<CellResult> waiting = new CompletableFuture<>();
        new Thread(() -> waiting.complete(run("System.out.print(1);"))).start();
        entered.await();
        evaluator.interrupt();
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isInstanceOf(CellResult.Interrupted.class);
        value("System.out.print(\"again\"); done.countDown();");
        assertThat(output.out()).isEqualTo("again");
        assertThat(output.err()).isEqualTo("System.out did not answer; it prints below the cells again.\n");
    }

    /** As in the JDK, an exception that ends a thread goes to System.err, but for the one that stops threads. */
    @Test
    void whatEndsAThreadIsPrintedToTheStreamOfTheCell() {
        String fail = "var failing = new Thread(() -> { throw new IllegalStateException(\"lost\"); }, \"worker\");\n"
                + "failing.start(); failing.join();\n";
        String text = "Exception in thread \"worker\" java.lang.IllegalStateException: lost\n    at In[7] line 1:  ";
        value(fail);
        assertThat(output.err()).startsWith(text);
        assertThat(value("var bytes = new ByteArrayOutputStream(); var before = System.err;"
                        + " System.setErr(new PrintStream(bytes, true));\n" + fail.replace("failing", "second")
                        + "System.setErr(before); bytes.toString()"))
                .asString()
                .startsWith(
                        "Exception in thread \"worker\" java.lang.IllegalStateException: lost\n    at In[7] line 2:  ");
        RecordedOutput silent = new RecordedOutput();
        evaluator.evaluate(
                "var stopped = new Thread(() -> { throw new ThreadDeath(); });\nstopped.start(); stopped.join();",
                8,
                silent);
        assertThat(silent.events()).isEmpty();
        RecordedOutput last = new RecordedOutput();
        evaluator.evaluate("{ System.setErr(null);\n" + fail.replace("failing", "third") + "}", 9, last);
        assertThat(last.err())
                .isEqualTo("Exception in thread \"worker\" java.lang.IllegalStateException: lost\n    at a cell\n");
    }

    @Test
    void anEvaluatorThatClosesLeavesTheStreamsOfAnotherOne() {
        run("System.setErr(new PrintStream(OutputStream.nullOutputStream()));");
        try (CellEvaluator later = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of()))) {
            PrintStream of = System.err;
            evaluator.close();
            assertThat(System.err).isSameAs(of).isInstanceOf(RoutedPrintStream.class);
            later.evaluate("System.err.print(\"err\"); System.out.print(\"out\");", 1, output);
        }
        assertThat(output.events()).containsExactly("stderr err", "stdout out");
        assertThat(System.out).isSameAs(processOut);
    }
}
