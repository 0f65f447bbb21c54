// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.tools.StandardJavaFileManager;
import jdk.jshell.JShell;
import jdk.jshell.VarSnippet;
import org.etude.notebook.compiler.CellFiles;
import org.etude.notebook.compiler.LaterErrors;
import org.etude.notebook.complete.CompilerPath;
import org.etude.notebook.complete.Completeness;
import org.etude.notebook.complete.Completer;
import org.etude.notebook.complete.Completions;
import org.etude.notebook.complete.Inspection;
import org.etude.notebook.complete.Inspector;
import org.etude.notebook.complete.ScopeTypes;
import org.etude.notebook.error.ErrorText;
import org.etude.notebook.output.CellOutput;
import org.etude.notebook.output.MimeBundle;

/**
 * Evaluates cells of Java with JShell in this JVM. One cell runs at a time; completion, inspection and {@link
 * #interrupt()} work concurrently from other threads.
 *
 * <p>While evaluators are open, System.out, System.err and System.in are redirected to the cells for threads that cells
 * started, and unchanged for all others.
 */
public final class CellEvaluator implements AutoCloseable {
    /** JupyterLab gives completers a second. */
    private static final long FRONT_END_WAITS_MS = 800;

    private static final long LISTING_MS = 50;

    private final CellSession session;
    private final SnippetLoader loader;
    private final CellControl control;
    private final JShell shell;
    private final ScopeTypes types;
    private final Completer completer;
    private final Inspector inspector;
    private final Completeness completeness;
    private final CellLanguage language;
    private final LaterErrors later;
    private final ProcessStreams streams;
    private CellFiles cellFiles;
    private final List<Closeable> open = new ArrayList<>();

    /** Creates an evaluator with {@link EvaluatorOptions#defaults()}. */
    public CellEvaluator() {
        this(EvaluatorOptions.defaults());
    }

    /** Creates an evaluator; takes about half a second, mostly for starting the compiler. */
    public CellEvaluator(EvaluatorOptions options) {
        session = new CellSession(options);
        loader = new SnippetLoader(CellEvaluator.class.getClassLoader(), session);
        open.add(loader);
        control = new CellControl(loader, session);
        shell = JShell.builder()
                .executionEngine(control.provider(), null)
                .in(System.in)
                .fileManager(this::closedAtTheEnd)
                .compilerOptions("-proc:none", "-parameters")
                .build();
        types = new ScopeTypes(shell, loader);
        completer = new Completer(shell, types);
        inspector = new Inspector(shell, types);
        completeness = new Completeness(shell);
        later = new LaterErrors(shell, cellFiles, loader::classes);
        language = ServiceLoader.load(CellLanguage.class, CellEvaluator.class.getClassLoader())
                .findFirst()
                .orElse(null);
        CompilerPath.beyondJvm(CellEvaluator.class.getClassLoader()).forEach(shell::addToClasspath);
        CellImports.make(shell, options.imports());
        options.classPath().forEach(this::addToClassPath);
        streams = ProcessStreams.join(session, options.ownsProcess());
    }

    /**
     * Runs a cell.
     *
     * @param code Java: statements, expressions, declarations, imports
     * @param executionCount names the cell in errors: {@code In[5]}
     * @param output receives what it prints and shows; also what its threads print later, until the next cell
     * @return how it ended; never throws because of the cell's code
     */
    public synchronized CellResult evaluate(String code, int executionCount, CellOutput output) {
        return evaluate(executionCount, output, cell -> interpret(code, cell));
    }

    /** Runs code inside a cell started by {@link #evaluate(int, CellOutput, CellBody)}: Java, or Java with magics. */
    public CellResult interpret(String code, CellCode cell) {
        return language()
                .filter(each -> each.handles(code))
                .map(each -> each.run(code, this, cell))
                .orElseGet(() -> cell.run(code));
    }

    /** Provides a service that cells find by {@link CellFunctions#service}. */
    public <T> void provide(Class<T> type, T service) {
        session.provide(type, service);
    }

    private Optional<CellLanguage> language() {
        return Optional.ofNullable(language);
    }

    /** The body of a cell that is more than code. */
    @FunctionalInterface
    public interface CellBody {
        /** Runs the cell by one or more calls of {@link CellCode#run} or {@link CellCode#call}. */
        CellResult in(CellCode cell);
    }

    /** Runs a cell that mixes code and {@linkplain CellCode#call actions}, such as magics. */
    public synchronized CellResult evaluate(int executionCount, CellOutput output, CellBody body) {
        CellRun run = session.begin(executionCount, output, loader.stopSite(), loader);
        CellCode cell = new CellCode(shell, session, control, run, later, executionCount);
        FutureTask<CellResult> task = new FutureTask<>(() -> withStreams(cell, body));
        task.run();
        CellResult result = null;
        try {
            result = task.get();
        } catch (ExecutionException e) {
            result = new CellResult.Failed(e.getCause(), new ErrorText(session.frames()).thrown(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result = new CellResult.Interrupted(
                    false,
                    new ErrorText(session.frames()).interrupted(run.stoppedAt(), "In[" + executionCount + "]", false));
        } finally {
            session.end(result != null && result.ok());
            cellFiles.listForCompletion();
        }
        return result;
    }

    private CellResult withStreams(CellCode cell, CellBody body) {
        if (ProcessStreams.inPlace()) {
            return body.in(cell);
        }
        ProcessStreams.Repair repair = streams.repair(session.output());
        CellResult repaired = cell.call(() -> {
            repair.run();
            return null;
        });
        if (repaired.ok()) {
            return body.in(cell);
        }
        repair.giveUp();
        return repaired;
    }

    /**
     * Stops the running cell, if any; returns at once. Code of cells stops at its next loop or call, sleeping and
     * waiting code on the interrupt, library code by force where the JVM allows it. When the
     * {@linkplain EvaluatorOptions#patience patience} ends, or on a second call, the thread is abandoned.
     */
    public void interrupt() {
        CellRun run = session.run();
        if (run != null) {
            run.interrupt();
        }
    }

    /** Whether a cell is running. */
    public boolean running() {
        return session.run() != null;
    }

    /**
     * Completes code.
     *
     * @param code the cell
     * @param cursor position of the cursor, in chars
     */
    public Completions complete(String code, int cursor) {
        cellFiles.listForCompletion();
        return language().flatMap(each -> each.complete(code, cursor)).orElseGet(() -> completions(code, cursor));
    }

    /** Right after the start, what cannot be completed yet is tried again, as long as front ends wait for an answer. */
    private Completions completions(String code, int cursor) {
        Completions none = Completions.none(cursor);
        Completions found = query(() -> completer.complete(java(code), cursor), none);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FRONT_END_WAITS_MS);
        try {
            while (found.items().isEmpty() && System.nanoTime() < until && !query(completer::listed, true)) {
                TimeUnit.MILLISECONDS.sleep(LISTING_MS);
                found = query(() -> completer.complete(java(code), cursor), none);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return found;
    }

    /**
     * Explains the name at the cursor: signature, documentation, the type of a variable.
     *
     * @param cursor position in chars
     */
    public Optional<Inspection> inspect(String code, int cursor) {
        return language()
                .flatMap(each -> each.inspect(code, cursor))
                .or(() -> query(() -> inspector.inspect(java(code), cursor), Optional.empty()));
    }

    /** Whether code can run as it is. */
    public Completeness.Verdict isComplete(String code) {
        return query(() -> completeness.of(java(code)), new Completeness.Verdict(Completeness.Status.UNKNOWN, ""));
    }

    private String java(String code) {
        return language()
                .filter(each -> each.handles(code))
                .map(each -> each.javaOnly(code))
                .orElse(code);
    }

    /** Adds a jar or a directory of classes; works in a running cell and keeps variables. */
    public void addToClassPath(Path path) {
        query(
                () -> {
                    shell.addToClasspath(path.toAbsolutePath().toString());
                    return path;
                },
                path);
    }

    /** The variables of all cells, with their values, in order of declaration. */
    public List<CellVariable> variables() {
        return query(
                () -> shell.variables()
                        .filter(v ->
                                !v.name().startsWith("$") && shell.status(v).isDefined())
                        .map(this::variable)
                        .toList(),
                List.of());
    }

    private CellVariable variable(VarSnippet snippet) {
        shell.varValue(snippet);
        return new CellVariable(snippet.name(), types.shortened(snippet.typeName()), control.takeValue());
    }

    /** Discards all variables, methods and classes of cells; imports and jars stay. */
    public void reset() {
        query(
                () -> {
                    shell.snippets()
                            .filter(snippet -> !(snippet instanceof jdk.jshell.ImportSnippet))
                            .toList()
                            .forEach(shell::drop);
                    return true;
                },
                true);
    }

    /** Renders a value with this evaluator's renderer. */
    public MimeBundle render(Object value) {
        return session.rendered(value);
    }

    /** Queries JShell from any thread; returns the default if the query fails. */
    private <T> T query(Callable<T> question, T otherwise) {
        FutureTask<T> task = new FutureTask<>(() -> session.locked(question));
        task.run();
        try {
            return task.get();
        } catch (ExecutionException e) {
            return otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }

    /** Stops the running cell, if any, and releases all resources. */
    @Override
    public void close() {
        interrupt();
        session.awaitEnd();
        streams.leave(session);
        session.close();
        shell.close();
        open.forEach(CellEvaluator::close);
    }

    /** JShell does not close the compiler's files: every jar of the class path. */
    private StandardJavaFileManager closedAtTheEnd(StandardJavaFileManager files) {
        cellFiles = new CellFiles(files);
        open.add(cellFiles);
        return cellFiles;
    }

    private static void close(Closeable files) {
        try {
            files.close();
        } catch (IOException e) {
            // they were only read
        }
    }
}
