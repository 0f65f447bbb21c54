// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.RecordedOutput;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every kind of busy cell ends when it is interrupted, and its thread with it. No thread is abandoned for being slow: on
 * a busy machine a thread may not run at all within the usual 0.4 s.
 */
@Timeout(60)
class CellInterruptTest {
    private static CellEvaluator evaluator;
    private final RecordedOutput output = new RecordedOutput();

    @BeforeAll
    static void start() {
        evaluator = new CellEvaluator(EvaluatorOptions.defaults().withPatience(Duration.ofSeconds(30)));
        evaluator.evaluate("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }", 1, CellOutput.NONE);
    }

    @AfterAll
    static void stop() {
        evaluator.close();
    }

    private CellResult interrupted(String code) throws Exception {
        return interruptedAfter("go", "System.out.print(\"go\");\n" + code);
    }

    private CellResult interruptedAfter(String printed, String code) throws Exception {
        return interruptedAfter(printed, code, evaluator);
    }

    private CellResult interruptedAfter(String printed, String code, CellEvaluator in) throws Exception {
        CompletableFuture<CellResult> result = new CompletableFuture<>();
        new Thread(() -> result.complete(in.evaluate(code, 3, output))).start();
        while (!output.out().contains(printed)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        in.interrupt();
        return result.get(30, TimeUnit.SECONDS);
    }

    private static Set<Thread> cellThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("In[3]"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thread.sleep(1_000_000);",
                "while (true) { }",
                "long n = 0; do { n++; } while (n >= 0);",
                "while (true) { try { while (true) { } } catch (Throwable t) { } }",
                "for (;;) { try { Thread.sleep(1000); } catch (InterruptedException e) { } }",
                "fib(100)",
                "new CountDownLatch(1).await();",
                "Object lock = new Object(); synchronized (lock) { lock.wait(); }",
                "new LinkedBlockingQueue<Integer>().take()",
                "java.nio.channels.ServerSocketChannel.open().bind(null).accept()",
                "new PipedInputStream(new PipedOutputStream()).read()",
                "class Spin { Spin() { while (true) { } } }\nnew Spin()",
                "Stream.iterate(0, i -> i + 1).filter(i -> i < 0).findFirst()",
                "IntStream.range(0, 8).parallel().forEach(i -> { while (true) { } });",
                "CompletableFuture.runAsync(() -> { while (true) { } }).get();",
                "var t = new Thread(() -> { while (true) { } }); t.start(); t.join();",
                "new java.net.ServerSocket(0).accept()",
                "var server = new java.net.ServerSocket(0);\n"
                        + "new java.net.Socket(\"127.0.0.1\", server.getLocalPort()).getInputStream().read()",
                "new java.net.DatagramSocket(0).receive(new java.net.DatagramPacket(new byte[9], 9))",
                "new ProcessBuilder(\"sleep\", \"1000\").start().waitFor()",
                "new ProcessBuilder(\"sleep\", \"1000\").start().getInputStream().read()"
            })
    void endsAndItsThreadToo(String code) throws Exception {
        // Another test leaves a thread behind.
        Set<Thread> before = cellThreads();
        CellResult result = interrupted(code);
        assertThat(result).isInstanceOf(CellResult.Interrupted.class);
        assertThat(((CellResult.Interrupted) result).abandoned()).isFalse();
        assertThat(result.error().orElseThrow().name()).isEqualTo("Interrupted");
        while (!before.containsAll(cellThreads())) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(evaluator.evaluate("1 + 1", 4, output).ok()).isTrue();
    }

    @Test
    void saysWhereItStood() throws Exception {
        CellResult result = interruptedAfter(
                "inside", "Runnable r = () -> {\n    System.out.print(\"inside\");\n    fib(100);\n};\nr.run();");
        assertThat(String.join("\n", result.error().orElseThrow().traceback())).contains("at fib (In[1] line 1)");
    }

    @Test
    void nothingAfterTheInterruptedStatementRuns() throws Exception {
        interrupted("Thread.sleep(1_000_000);\nSystem.out.print(\"never\");");
        assertThat(output.out()).isEqualTo("go");
    }

    @Test
    void valuesOfEarlierCellsStay() throws Exception {
        evaluator.evaluate("int stays = 5;", 2, output);
        interrupted("while (true) { }");
        assertThat(evaluator.evaluate("stays", 4, output)).isEqualTo(new CellResult.Ok(Optional.of(5)));
    }

    @Test
    void interruptWithoutACellDoesNothing() {
        evaluator.interrupt();
        assertThat(evaluator.evaluate("Thread.sleep(1); 6", 4, output).ok()).isTrue();
    }

    @Test
    void completionWorksWhileACellRuns() throws Exception {
        CompletableFuture<CellResult> result = new CompletableFuture<>();
        new Thread(() -> result.complete(evaluator.evaluate("System.out.print(\"go\"); while (true) { }", 3, output)))
                .start();
        while (!output.out().contains("go")) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(evaluator.complete("Math.ab", 7).items()).isNotEmpty();
        assertThat(evaluator.inspect("Math.abs", 7)).isPresent();
        assertThat(evaluator.isComplete("{").status()).isEqualTo(Completeness.Status.INCOMPLETE);
        assertThat(result).isNotDone();
        evaluator.interrupt();
        assertThat(result.get().ok()).isFalse();
    }

    @Test
    void libraryCodeThatNeverLooksUpIsForcedOrLeftBehind() throws Exception {
        String code = "System.out.print(\"go\");\n"
                + "BigInteger.TWO.pow(200_000_000).multiply(BigInteger.TEN.pow(90_000_000))";
        try (CellEvaluator impatient = new CellEvaluator()) {
            CellResult result = interruptedAfter("go", code, impatient);
            assertThat(result).isInstanceOf(CellResult.Interrupted.class);
            assertThat(impatient.evaluate("1 + 1", 4, output).ok()).isTrue();
        }
    }
}
