// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;
import org.etude.notebook.error.CellDiagnostic;
import org.etude.notebook.error.CellError;
import org.etude.notebook.output.MimeBundle;
import org.etude.notebook.output.RecordedOutput;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What cells of Java give, print, show and get wrong. */
class CellEvaluatorTest {
    private static CellEvaluator evaluator;
    private final RecordedOutput output = new RecordedOutput();

    @BeforeAll
    static void start() {
        evaluator = new CellEvaluator();
    }

    @AfterAll
    static void stop() {
        evaluator.close();
    }

    private CellResult run(String code) {
        return evaluator.evaluate(code, 7, output);
    }

    private Object value(String code) {
        CellResult result = run(code);
        assertThat(result.error()).isEmpty();
        return ((CellResult.Ok) result).value().orElse(null);
    }

    private CellError error(String code) {
        return run(code).error().orElseThrow();
    }

    private static String text(CellError error) {
        return String.join("\n", error.traceback());
    }

    @Test
    void givesTheValueOfTheLastExpression() {
        assertThat(value("int a = 20;\na + 22")).isEqualTo(42);
    }

    @Test
    void endingTheProcessIsRefusedAndVariablesStay() {
        value("int kept = 11;");
        for (String call : List.of("System.exit(3)", "Runtime.getRuntime().exit(4)", "Runtime.getRuntime().halt(5)")) {
            CellError error = error("if (kept > 0) {\n    " + call + ";\n}");
            assertThat(error.name()).isEqualTo("java.lang.UnsupportedOperationException");
            assertThat(error.value())
                    .startsWith(call.replace("getRuntime().", "") + " would end the kernel and lose the variables");
        }
        for (String reference : List.of("System::exit", "Runtime.getRuntime()::exit", "Runtime.getRuntime()::halt")) {
            assertThat(error("List.of(6).forEach(" + reference + ")").value()).contains("(6) would end the kernel");
        }
        assertThat(error("BiConsumer<Runtime, Integer> end = Runtime::halt;\nend.accept(Runtime.getRuntime(), 8);")
                        .value())
                .startsWith("Runtime.halt(8) would end the kernel");
        assertThat(value("kept")).isEqualTo(11);
    }

    @Test
    void givesTheObjectItself() {
        assertThat(value("List.of(1, 2)")).isEqualTo(List.of(1, 2));
    }

    @Test
    void semicolonDeclarationVoidAndNullShowNothing() {
        assertThat(run("1 + 1;")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("int declared = 3")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("declared = 4")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("System.out.flush()")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("(String) null")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("")).isEqualTo(new CellResult.Ok(Optional.empty()));
        assertThat(run("// nothing")).isEqualTo(new CellResult.Ok(Optional.empty()));
    }

    @Test
    void variableAloneShowsItsValue() {
        assertThat(value("var alone = \"x\";\nalone")).isEqualTo("x");
    }

    @Test
    void namesOfCollectivesCompileWithoutAnImport() {
        assertThat(value("java.util.function.UnaryOperator<LinkOptions> o = l -> l.assumeGeneric(ALL_REDUCE);\n"
                        + "o.apply(LinkOptions.defaults()).assumeGeneric()"))
                .isEqualTo(CollectiveType.ALL_REDUCE);
        assertThat(error("Traces t = null;\nt.link(l -> l.assumeGeneric(ALL_REDUCE))")
                        .name())
                .contains("NullPointerException");
    }

    @Test
    void etudesImportsAndUnitsAreThere() {
        assertThat(value("gbps(25).toGbps()")).isEqualTo(25.0);
        assertThat(value("Topology.torus(2, 2).bandwidth(gbps(25), gbps(25)).latency(us(1), us(1)) != null"))
                .isEqualTo(true);
        assertThat(value("Fidelity.PACKET").toString()).isEqualTo("PACKET");
        assertThat(value("Table.create(\"t\").rowCount()")).isEqualTo(0);
    }

    @Test
    void printsInOrder() {
        value("System.out.println(\"a\"); System.err.println(\"b\"); System.out.print(\"c\");");
        assertThat(output.events()).containsExactly("stdout a", "stderr b", "stdout c");
    }

    @Test
    void printsTextBeyondAscii() {
        run("System.out.print(\"\\u00fc\\u20ac\\uD83D\\uDE00\".repeat(3000));");
        assertThat(output.out()).isEqualTo("\u00fc\u20ac\uD83D\uDE00".repeat(3000));
    }

    /** JShell takes it for an empty cell, or says that the file ends. */
    @Test
    void aCommentWithoutAnEndIsAnError() {
        String message = "this comment has no end: write */ where it ends";
        assertThat(error("/* open").value()).isEqualTo("line 1: " + message);
        assertThat(error("int noted = 1;\n\"/*\".length(); // /*\n/* a */ /*/ open\nnoted")
                        .value())
                .isEqualTo("line 3: " + message);
        for (String begun : List.of("/* open", "int noted = 1; /* open", "/** a\n * b", "1 + /*/")) {
            assertThat(evaluator.isComplete(begun).status()).as(begun).isEqualTo(Completeness.Status.INCOMPLETE);
        }
        assertThat(value("/* a */ \"/* b\" // /* c")).isEqualTo("/* b");
    }

    /** In what the kernel says; what a value's own toString() returns is the user's. */
    @Test
    void noClassOfJShellIsSeen() {
        value("class Seen { static Seen of() { return new Seen(); } <T extends Seen> T same(T t) { return t; } }\n"
                + "class Fault extends RuntimeException { Fault(String s) { super(s); } }\nvar seen = Seen.of();\n"
                + "int half(int n) { return List.of(n).stream().mapToInt(each -> each / 0).sum(); }");
        CellError fault = error("throw new Fault(\"of \" + seen.getClass());");
        assertThat(fault.name()).isEqualTo("Fault");
        assertThat(fault.value()).isEqualTo("of class Seen");
        assertThat(text(error("half(3)")))
                .contains("    at half (In[7] line 4):  ")
                .doesNotContain("lambda$");
        assertThat(error("int wrong = seen;").value())
                .isEqualTo("line 1: incompatible types: Seen cannot be converted to int");
        assertThat(error("Seen.of(3)").traceback().toString()).doesNotContain("JShell");
        value(
                "var thread = new Thread(() -> { throw new Fault(\"alone\"); }, \"worker\");\nthread.start();\nthread.join();");
        assertThat(output.err())
                .isEqualTo("Exception in thread \"worker\" Fault: alone\n    at In[7] line 1:  "
                        + "var thread = new Thread(() -> { throw new Fault(\"alone\"); }, \"worker\");\n");
        assertThat(evaluator.complete("see", 3).items())
                .extracting(Completions.Item::signature)
                .containsExactly("Seen");
        assertThat(evaluator.inspect("seen.same", 9).orElseThrow().text())
                .isEqualTo("T Seen.<T extends Seen>same(T t)");
    }

    @Test
    void manyLinesAllArrive() {
        run("for (int i = 0; i < 100_000; i++) System.out.println(i);");
        assertThat(output.out().lines().count()).isEqualTo(100_000);
        assertThat(output.out()).endsWith("99998\n99999\n");
        assertThat(output.events().size()).isLessThan(200);
    }

    @Test
    void cutsEndlessOutputWithANote() {
        try (CellEvaluator small = new CellEvaluator(
                EvaluatorOptions.defaults().withImports(List.of()).withOutputLimit(1000))) {
            small.evaluate("for (int i = 0; i < 1000; i++) System.out.println(\"0123456789\");", 1, output);
        }
        assertThat(output.out()).hasSizeLessThanOrEqualTo(1000).startsWith("0123456789");
        assertThat(output.err()).contains("output truncated");
    }

    @Test
    void displaysBetweenPrints() {
        run(
                "System.out.print(1); String id = display(2); updateDisplay(id, 3); clearOutput(true); System.out.print(4);");
        assertThat(output.events()).containsExactly("stdout 1", "display 2", "update 3", "clear true", "stdout 4");
    }

    @Test
    void displaysFromOtherThreads() {
        run("IntStream.range(0, 4).parallel().forEach(i -> display(\"p\" + i));");
        assertThat(output.events()).containsExactlyInAnyOrder("display p0", "display p1", "display p2", "display p3");
    }

    @Test
    void displaysFromAThreadThatAnOlderEvaluatorMade() {
        try (CellEvaluator older = new CellEvaluator()) {
            older.evaluate(
                    "var pool = Executors.newFixedThreadPool(1); pool.submit(() -> {}).get();"
                            + " System.getProperties().put(\"test.pool\", pool);",
                    1,
                    new RecordedOutput());
        }
        run("var pool = (ExecutorService) System.getProperties().remove(\"test.pool\");"
                + " pool.submit(() -> display(\"late\")).get(); pool.shutdown();");
        assertThat(output.events()).containsExactly("display late");
    }

    @Test
    void aBarThatWasToldOfHalfTheWorkSaysNothingOfItWhenTheCellEnds() {
        run("var watch = org.etude.report.Progress.ambient();\n"
                + "for (int i = 0; i <= 20; i++) { Thread.sleep(30); watch.at(\"load\", i, 40); }");
        assertThat(output.events().get(output.events().size() - 1)).matches("update done in \\d+\\.\\d s");
    }

    @Test
    void longCallsShowOneBarThatEnds() {
        run("var watch = org.etude.report.Progress.ambient();\n"
                + "for (int i = 0; i <= 40; i++) { Thread.sleep(30); watch.at(\"load <x>\", i, 40); }");
        assertThat(output.events().get(0)).startsWith("display load <x>: ");
        assertThat(output.events())
                .filteredOn(event -> event.startsWith("display"))
                .hasSize(1);
        assertThat(output.events().get(output.events().size() - 1)).matches("update load <x>: 40 of 40, .*/s, done");
        assertThat(output.shown().get(0).data().get("text/html").toString())
                .contains("<progress value=")
                .contains("load &lt;x&gt;");
    }

    @Test
    void barsOfFailedCellsSayStopped() {
        run(
                "var watch = org.etude.report.Progress.ambient();\n"
                        + "watch.at(\"load\", 0, 0); Thread.sleep(600); watch.at(\"load\", 1, 0); throw new RuntimeException();");
        assertThat(output.events())
                .last()
                .asString()
                .startsWith("update load: 1")
                .endsWith("stopped");
    }

    @Test
    void shortCallsShowNoBar() {
        run("org.etude.report.Progress.ambient().at(\"load\", 1, 2);");
        assertThat(output.events()).isEmpty();
    }

    @Test
    void asksForLines() {
        output.answering("Ada");
        assertThat(value("readLine(\"name? \")")).isEqualTo("Ada");
        assertThat(value("readPassword(\"pass? \")")).isEqualTo("Ada");
        assertThat(value("new Scanner(System.in).nextLine()")).isEqualTo("Ada");
        assertThat(output.events()).containsExactly("ask name? ", "secret pass? ", "ask ");
    }

    @Test
    void sayWhenNobodyCanAnswer() {
        assertThat(error("readLine(\"name? \")").value()).contains("without a user who could type");
    }

    @Test
    void backgroundThreadsPrintToTheLastCell() throws Exception {
        run("var gate = new CountDownLatch(1); var later = new Thread(() -> { try { gate.await(); } "
                + "catch (InterruptedException e) { } System.out.print(\"late\"); }); later.start();");
        RecordedOutput next = new RecordedOutput();
        evaluator.evaluate("gate.countDown(); later.join();", 8, next);
        assertThat(next.out()).isEqualTo("late");
        assertThat(output.out()).isEmpty();
    }

    @Test
    void keepsTheRealThrowableAndItsCauses() {
        CellResult.Failed failed = (CellResult.Failed) run("try {\n"
                + "    Object o = List.of().get(0);\n"
                + "} catch (RuntimeException e) {\n"
                + "    throw new IllegalStateException(\"outer\", e);\n"
                + "}");
        assertThat(failed.thrown()).isInstanceOf(IllegalStateException.class);
        assertThat(failed.thrown().getCause()).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(failed.shown().name()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failed.shown().value()).isEqualTo("outer");
        assertThat(text(failed.shown()))
                .contains("java.lang.IllegalStateException: outer\n    at In[7] line 4:")
                .contains("Caused by: java.lang.ArrayIndexOutOfBoundsException")
                .contains("In[7] line 2")
                .doesNotContain("reflect")
                .doesNotContain("REPL");
    }

    @Test
    void framesNameCellLineAndMethod() {
        run("\n\nint half(int x) {\n    if (x == 3) {\n        throw new IllegalArgumentException(\"odd\");\n    }\n"
                + "    return x / 2;\n}");
        CellError error = evaluator
                .evaluate("var x = 1;\n\nhalf(\n  3)", 9, output)
                .error()
                .orElseThrow();
        assertThat(error.traceback().get(1)).startsWith("    at half (In[7] line 5):  throw new Illegal");
        assertThat(error.traceback().get(2)).startsWith("    at In[9] line 3");
    }

    @Test
    void framesOfClassesAndLambdas() {
        CellError error = error("class Box { void open() { throw new RuntimeException(\"stuck\"); } }\n"
                + "Runnable r = () -> {\n  new Box().open();\n};\nr.run()");
        assertThat(error.traceback())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("java.lang.RuntimeException: stuck"),
                        line -> assertThat(line).startsWith("    at Box.open (In[7] line 1)"),
                        line -> assertThat(line).startsWith("    at In[7] line 3:  new Box().open();"),
                        line -> assertThat(line).startsWith("    at In[7] line 5:  r.run()"));
    }

    @Test
    void etudesOwnErrorsShowWordsAndTheCellOnly() {
        CellError error = error("Traces.load(\"/nowhere/at/all\")");
        assertThat(error.name()).isEqualTo("org.etude.trace.model.TraceException");
        assertThat(error.traceback().get(0)).contains("/nowhere/at/all");
        assertThat(error.traceback())
                .filteredOn(line -> line.startsWith("    at "))
                .hasSize(1);
    }

    @Test
    void allDiagnosticsWithLinesAndCarets() {
        CellResult.Rejected rejected = (CellResult.Rejected)
                run("int fine = 1;\nint f() {\n    int a = \"text\";\n    return missing(fine) + \"\";\n}");
        assertThat(rejected.diagnostics()).extracting(CellDiagnostic::line).containsExactly(3, 4);
        assertThat(rejected.diagnostics().get(0).excerpt()).isEqualTo("    int a = \"text\";\n            ^^^^^^");
        assertThat(rejected.diagnostics().get(0).message()).contains("incompatible types");
        assertThat(rejected.shown().name()).isEqualTo("CompileError");
        assertThat(rejected.shown().value()).startsWith("line 3: incompatible types");
    }

    @Test
    void syntaxErrorPointsIntoTheCell() {
        CellResult.Rejected rejected = (CellResult.Rejected) run("int ok = 1;\nint b = (2 + ;\n");
        assertThat(rejected.diagnostics().get(0).line()).isEqualTo(2);
        assertThat(rejected.diagnostics().get(0).message()).contains("illegal start of expression");
        assertThat(value("ok")).isEqualTo(1);
    }

    @Test
    void unfinishedCodeIsAnError() {
        assertThat(run("int open() { return 1;")).isInstanceOf(CellResult.Rejected.class);
    }

    @Test
    void nothingAfterAnErrorRuns() {
        run("int before = 1; throw new RuntimeException(); int after = 2;");
        assertThat(run("after")).isInstanceOf(CellResult.Rejected.class);
    }

    @Test
    void recordsEnumsAndMutualClassesInOneCell() {
        assertThat(value("record P(int x, int y) {}\nenum E { A, B }\n"
                        + "class Egg { Hen from; }\nclass Hen { Egg from; }\n"
                        + "new P(1, 2) + \" \" + E.B + (new Egg().from == null)"))
                .isEqualTo("P[x=1, y=2] Btrue");
    }

    @Test
    void methodsMayCallLaterOnes() {
        assertThat(value("int first() { return second() + 1; }\nint second() { return 1; }\nfirst()"))
                .isEqualTo(2);
        assertThat(output.err()).isEmpty();
    }

    @Test
    void callingAMethodThatLacksSomethingSaysWhat() {
        CellError error = error("int lacks() { return neverDeclared(); }\nlacks()");
        assertThat(error.value()).contains("lacks").contains("neverDeclared()");
    }

    @Test
    void unknownTypesAreErrors() {
        assertThat(error("Strin s = null;").value()).contains("Strin");
    }

    @Test
    void redefinitionsReplace() {
        run("int twice(int x) { return 2 * x; }");
        run("int twice(int x) { return 2 * x + 1; }");
        assertThat(value("twice(4)")).isEqualTo(9);
        run("class V { int v() { return 1; } }");
        run("class V { int v() { return 2; } }");
        assertThat(value("new V().v()")).isEqualTo(2);
    }

    @Test
    void variablesAreListedWithValues() {
        run("var listed = List.of(1); String none = null;");
        assertThat(evaluator.variables())
                .contains(
                        new CellVariable("listed", "List<Integer>", Optional.of(List.of(1))),
                        new CellVariable("none", "String", Optional.empty()));
    }

    @Test
    void stackOverflowIsAnError() {
        CellResult.Failed failed = (CellResult.Failed) run("int down(int n) { return down(n + 1) + 1; }\ndown(0)");
        assertThat(failed.thrown()).isInstanceOf(StackOverflowError.class);
        assertThat(failed.shown().traceback()).hasSizeLessThan(40);
        assertThat(value("1 + 1")).isEqualTo(2);
    }

    @Test
    void addsJarsInARunningCell(@TempDir Path dir) throws IOException {
        Path source = Files.writeString(
                dir.resolve("Added.java"),
                "package added; public class Added { public static int three() { return 3; } }");
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", dir.toString(), source.toString());
        try (CellEvaluator own = new CellEvaluator(EvaluatorOptions.defaults().withImports(List.of()))) {
            own.evaluate("int kept = 39;", 1, output);
            own.evaluate(
                    2,
                    output,
                    cell -> cell.call(() -> {
                        own.addToClassPath(dir);
                        return "added";
                    }));
            assertThat(own.evaluate("import added.Added;\nkept + Added.three()", 3, output))
                    .isEqualTo(new CellResult.Ok(Optional.of(42)));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void closingClosesEveryJar() throws IOException {
        long before = 0;
        for (int i = 0; i < 2; i++) {
            before = openJars(); // the first one makes this JVM open what it keeps
            try (CellEvaluator own = new CellEvaluator()) {
                own.complete("Math.ab", 7);
                assertThat(own.evaluate("1 + 1", 1, output).ok()).isTrue();
            }
        }
        assertThat(openJars()).isLessThanOrEqualTo(before);
    }

    private static long openJars() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(each -> {
                        try {
                            return Files.readSymbolicLink(each).toString().endsWith(".jar");
                        } catch (IOException e) {
                            return false; // closed meanwhile
                        }
                    })
                    .count();
        }
    }

    @Test
    void rendersByTheRenderer() {
        ValueRenderer html = value -> MimeBundle.html("<b>" + value + "</b>", "plain " + value);
        try (CellEvaluator own = new CellEvaluator(EvaluatorOptions.defaults().withRenderer(html))) {
            own.evaluate("display(5);", 1, output);
            assertThat(output.shown().get(0).data())
                    .containsEntry("text/html", "<b>5</b>")
                    .containsEntry("text/plain", "plain 5");
        }
    }

    @Test
    void systemOutOfOtherThreadsIsUntouched() {
        assertThat(System.out).isInstanceOf(RoutedPrintStream.class);
        System.out.print("");
        run("int quiet = 0;");
        assertThat(output.events()).isEmpty();
    }

    @Test
    void resetForgetsVariablesAndKeepsImports() {
        try (CellEvaluator own = new CellEvaluator()) {
            own.evaluate("int gone = 1;", 1, output);
            own.reset();
            assertThat(own.evaluate("gone", 2, output).ok()).isFalse();
            assertThat(own.evaluate("gbps(1)", 3, output).ok()).isTrue();
        }
    }

    @Test
    void completenessOfCode() {
        assertThat(evaluator.isComplete("int x = 1;").status()).isEqualTo(Completeness.Status.COMPLETE);
        assertThat(evaluator.isComplete("1 + 1").status()).isEqualTo(Completeness.Status.COMPLETE);
        assertThat(evaluator.isComplete("")).isEqualTo(new Completeness.Verdict(Completeness.Status.COMPLETE, ""));
        assertThat(evaluator.isComplete("if (true) {\n"))
                .isEqualTo(new Completeness.Verdict(Completeness.Status.INCOMPLETE, "    "));
        assertThat(evaluator.isComplete("int x = 3 +").status()).isEqualTo(Completeness.Status.INCOMPLETE);
        assertThat(evaluator.isComplete("int x = 1; )").status()).isEqualTo(Completeness.Status.INVALID);
    }

    private static String completions(String code) {
        return evaluator.complete(code, code.length()).items().stream()
                .map(item -> item.text() + "|" + item.type() + "|" + item.signature())
                .collect(Collectors.joining("\n"));
    }

    @Test
    void completesMembersWithSignatures() {
        assertThat(completions("Traces.lo")).contains("load(|function|(").contains("-> Traces");
        assertThat(completions("\"abc\".subX")).isEmpty();
        assertThat(completions("\"abc\".subst")).contains("substring(|function|(int) -> String (+1)");
        assertThat(completions("List.of(1).str")).contains("stream()|function|() -> Stream<E>");
    }

    @Test
    void completesVariablesOfTheCellItself() {
        assertThat(completions("var inCell = \"abc\";\ninCell.trim")).contains("trim()|function|() -> String");
        assertThat(completions("import java.time.*;\nvar day = 1;\nday = Integer.MAX_V"))
                .contains("MAX_VALUE|property|int");
    }

    @Test
    void completesVariablesFunctionsClassesKeywords() {
        run("int someCount = 1; long someFunction(int a) { return a; }");
        assertThat(completions("someC")).contains("someCount|instance|int");
        assertThat(completions("someF")).contains("someFunction(|function|(int)long");
        assertThat(completions("gigabytesP")).contains("gigabytesPerSecond(|function|(double value) -> Bandwidth");
        assertThat(completions("Tra")).contains("Traces|class|");
        assertThat(completions("whi")).contains("while|keyword|");
    }

    @Test
    void completionReplacesTheBegunWord() {
        Completions found = evaluator.complete("int y = 1;\nMath.ab(3)", 18);
        assertThat(found.start()).isEqualTo(16);
        assertThat(found.end()).isEqualTo(18);
        assertThat(found.items()).extracting(Completions.Item::text).contains("abs(");
    }

    @Test
    void inspectsEtudeWithItsJavadoc() {
        Inspection found = evaluator.inspect("Traces.load(\"x\")", 9).orElseThrow();
        assertThat(found.text())
                .contains("Traces Traces.load(String")
                .contains("Loads all host execution traces and Kineto traces under some paths");
        assertThat(found.html()).contains("<pre>").doesNotContain("<code>");
        assertThat(evaluator.inspect("gbps", 4).orElseThrow().text()).contains("gigabits");
        assertThat(evaluator.inspect("Traces", 3).orElseThrow().text()).contains("Recorded traces of one job");
    }

    /** A step that says itself how far it is gets no second count, rate and estimate. */
    @Test
    void progressSaysHowFarItIsOnce() {
        run("var watch = org.etude.report.Progress.ambient();\n"
                + "for (int i = 0; i < 8; i++) { watch.at(\"simulate \" + i + \" ms, \" + i + \"/8 nodes, 60 s left\", i, 8);"
                + " Thread.sleep(150); }");
        List<String> texts = output.shown().stream()
                .map(bundle -> bundle.data().get(MimeBundle.PLAIN).toString())
                .toList();
        assertThat(texts).isNotEmpty().contains("simulate 7 ms, 7/8 nodes, 60 s left");
        assertThat(texts).noneMatch(text -> text.contains(" of ") || text.contains("/s,"));
        assertThat(texts.get(texts.size() - 1)).startsWith("done in ");
    }

    @Test
    void inspectsSettingsInLambdas() {
        run("LinkedTraces linked = null; Workload work = null;");
        assertThat(inspected("linked.toEt(t -> t.withoutHost())", "withoutHost"))
                .contains("host");
        assertThat(inspected("linked.toEt(t -> t.withoutHost().communicationOnly())", "communicationOnly"))
                .contains("Communication nodes only");
        assertThat(inspected("work.simulate(Topology.ring(2), s -> s.packets(p -> p.payload(bytes(9))))", "payload"))
                .contains("maximum payload per packet");
    }

    /** The documentation at a word, without its signature. */
    private static String inspected(String code, String word) {
        String text = evaluator
                .inspect(code, code.indexOf(word) + 2)
                .map(Inspection::text)
                .orElse("");
        return text.substring(text.indexOf('\n') + 1);
    }

    @Test
    void whatEveryObjectHasComesLast() {
        run("LinkedTraces linked = null;");
        List<String> names = evaluator.complete("linked.", 7).items().stream()
                .map(item -> item.text().replaceAll("\\(.*", ""))
                .toList();
        assertThat(names).contains("toEt", "equals", "getClass", "wait");
        assertThat(names.subList(0, names.indexOf("equals"))).contains("toEt", "report", "collectives");
        assertThat(names.subList(names.indexOf("equals"), names.size()))
                .isSubsetOf("equals", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");
    }

    @Test
    void completesPathsInsideStrings(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("traces/inner"));
        Files.writeString(directory.resolve("traces/inside.json"), "{}");
        Files.writeString(directory.resolve("traces/.hidden"), "");
        String start = "/* \"x */ var t = Traces.load(\"" + directory + "/traces/";
        assertThat(texts(start + "in")).containsExactly("inner/", "inside.json");
        assertThat(texts(start)).containsExactly("inner/", "inside.json");
        assertThat(texts(start + ".h")).containsExactly(".hidden");
        assertThat(texts(start + "none/x")).isEmpty();
        Completions found = evaluator.complete(start + "ins", start.length() + 3);
        assertThat(found.start()).isEqualTo(start.length());
        assertThat(texts("var done = \"" + directory + "/traces/\".len")).contains("length()");
        assertThat(texts("char quote = '\"'; Stri")).contains("String");
    }

    private static List<String> texts(String code) {
        return evaluator.complete(code, code.length()).items().stream()
                .map(Completions.Item::text)
                .toList();
    }

    @Test
    void inspectsVariablesAndTheJdk() {
        run("List<String> names = List.of();");
        assertThat(evaluator.inspect("names", 2).orElseThrow().text()).startsWith("List<String> names");
        assertThat(evaluator.inspect("Math.floorMod(7, 3)", 7).orElseThrow().text())
                .contains("floorMod(int");
        assertThat(evaluator.inspect("  ", 1)).isEmpty();
        assertThat(evaluator.inspect("nothingKnown", 4)).isEmpty();
    }
}
