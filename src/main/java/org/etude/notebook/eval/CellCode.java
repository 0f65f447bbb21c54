// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.SourceCodeAnalysis.SnippetWrapper;
import jdk.jshell.UnresolvedReferenceException;
import jdk.jshell.VarSnippet;
import org.etude.notebook.compiler.LaterErrors;
import org.etude.notebook.complete.OpenComment;
import org.etude.notebook.error.CellDiagnostic;
import org.etude.notebook.error.CellFrames;
import org.etude.notebook.error.CellNames;
import org.etude.notebook.error.CompilerLimits;
import org.etude.notebook.error.Diagnostics;
import org.etude.notebook.error.ErrorText;
import org.etude.notebook.error.TextLines;
import org.etude.notebook.output.StreamName;

/** Runs the code of one cell, snippet by snippet, until the first failure. */
public final class CellCode {
    private final JShell shell;
    private final CellSession session;
    private final CellControl control;
    private final CellFrames frames;
    private final ErrorText errors;
    private final CellRun run;
    private final LaterErrors later;
    private final int count;
    private final ReplacedNames replaced;
    /** Declarations of this cell that may need one that follows, and then begin without a value. */
    private final Set<String> awaited = new HashSet<>();

    /** Variables that could not be declared again, unless what they need comes back by the end of the cell. */
    private final Set<String> gone = new LinkedHashSet<>();

    private int line = 1;

    CellCode(
            JShell shell,
            CellSession session,
            CellControl control,
            CellRun run,
            LaterErrors later,
            int executionCount) {
        this.shell = shell;
        this.session = session;
        this.control = control;
        this.frames = session.frames();
        this.errors = new ErrorText(frames);
        this.run = run;
        this.later = later;
        this.count = executionCount;
        replaced = new ReplacedNames(shell);
    }

    /** Runs Java code. */
    public CellResult run(String code) {
        return inShell(() -> snippets(code));
    }

    /** Runs an action in the cell's thread: it is interruptible and its output is the cell's. */
    public CellResult call(Callable<?> action) {
        return inShell(() -> {
            Object value = session.outsideLock(() -> run.call(action::call));
            return new CellResult.Ok(Optional.ofNullable(value));
        });
    }

    private CellResult inShell(Callable<CellResult> action) {
        FutureTask<CellResult> task = new FutureTask<>(() -> session.locked(action));
        task.run();
        try {
            return task.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof ExecutionException inner ? inner.getCause() : e.getCause();
            return stopped().orElseGet(() -> failed(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return interrupted();
        }
    }

    private CellResult snippets(String code) {
        try {
            return parts(code);
        } finally {
            keepReplaced();
            shell.variables()
                    .filter(variable -> shell.status(variable).isDefined())
                    .forEach(variable -> gone.remove(variable.name()));
            gone.forEach(name ->
                    warn(name + " is gone: its declaration no longer compiles. Run again the cell that created it."));
            gone.clear(); // said once, not after each of the cell's parts
        }
    }

    private CellResult parts(String code) {
        SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
        List<Pending> pending = new ArrayList<>();
        Optional<Object> value = Optional.empty();
        String rest = code;
        while (!rest.isBlank()) {
            int offset = code.length() - rest.length();
            line = TextLines.of(code, offset + leading(rest));
            if (run.stopped()) {
                return interrupted();
            }
            CompletionInfo info = analysis.analyzeCompletion(rest);
            if (info.completeness() == Completeness.EMPTY) {
                break;
            }
            boolean broken = info.completeness() == Completeness.UNKNOWN
                    || !info.completeness().isComplete();
            int comment = broken ? OpenComment.in(rest) : -1;
            if (comment >= 0) {
                return rejected(List.of(
                        Diagnostics.at(code, offset + comment, 2, "this comment has no end: write */ where it ends")));
            }
            String source = broken ? rest : info.source();
            rest = broken ? "" : info.remaining();
            Step step = step(new Unit(code, offset, source), pending);
            if (step.end().isPresent()) {
                return step.end().get();
            }
            boolean silent = code.substring(offset, code.length() - rest.length())
                    .stripTrailing()
                    .endsWith(";");
            value = rest.isBlank() && silent ? Optional.empty() : step.value();
        }
        return undeclared(code, pending).orElse(new CellResult.Ok(value));
    }

    /** A part of a cell's code. */
    private record Unit(String cell, int offset, String source) {}

    /** A declaration that may depend on a later one. */
    private record Pending(DeclarationSnippet snippet, int offset) {}

    /** The result of one part: the end of the cell, or a value. */
    private record Step(Optional<CellResult> end, Optional<Object> value) {
        static Step ended(CellResult result) {
            return new Step(Optional.of(result), Optional.empty());
        }
    }

    private Step step(Unit unit, List<Pending> pending) {
        List<SnippetEvent> events = shell.eval(unit.source());
        events.forEach(replaced::note);
        Step step = step(unit, events, pending);
        if (step.end().isPresent()) {
            keepReplaced();
        }
        events.forEach(this::keepIfHidden);
        return step;
    }

    private Step step(Unit unit, List<SnippetEvent> events, List<Pending> pending) {
        Optional<Object> value = Optional.empty();
        for (SnippetEvent event : events) {
            Snippet snippet = event.snippet();
            int offset = unit.offset() + Math.max(0, unit.source().indexOf(snippet.source()));
            if (event.causeSnippet() != null) {
                recompiled(event);
                continue;
            }
            if (event.status() == Status.REJECTED) {
                List<CellDiagnostic> found = new ArrayList<>(Diagnostics.of(
                        unit.cell(), offset, shell.diagnostics(snippet).toList()));
                found.addAll(later.in(
                        unit.cell(),
                        unit.offset(),
                        unit.offset() + unit.source().length()));
                return Step.ended(rejected(found));
            }
            List<Diag> limits = limits(event);
            if (!limits.isEmpty()) {
                discard(snippet);
                return Step.ended(rejected(CompilerLimits.of(unit.cell(), offset, snippet.kind(), limits)));
            }
            declared(snippet, TextLines.of(unit.cell(), offset));
            if (run.stopped()) {
                return Step.ended(interrupted());
            }
            if (event.exception() != null) {
                return Step.ended(thrown(event));
            }
            if (snippet instanceof DeclarationSnippet declaration && event.status() != Status.VALID) {
                pending.add(new Pending(declaration, offset));
                awaited.add(declaration.name());
            }
            value = shows(snippet.subKind()) ? control.takeValue() : Optional.empty();
        }
        return new Step(Optional.empty(), value);
    }

    /** What the class format has no room for. JShell takes it for a missing declaration, or in a statement for nothing. */
    private List<Diag> limits(SnippetEvent event) {
        return event.status().isDefined()
                ? List.of()
                : shell.diagnostics(event.snippet())
                        .filter(CompilerLimits::isLimit)
                        .toList();
    }

    /**
     * Forgets a snippet that the compiler failed to write. JShell would compile it again with every later one, and its
     * compiler keeps the constants of the failed class: only another class path makes it start anew.
     */
    private void discard(Snippet snippet) {
        shell.drop(snippet);
        shell.addToClasspath(CompilerLimits.EMPTY_DIRECTORY);
    }

    private void declared(Snippet snippet, int firstLine) {
        SnippetWrapper wrapper = shell.sourceCodeAnalysis().wrapper(snippet);
        frames.add(wrapper, count, firstLine, control.compiledSince(wrapper.fullClassName()));
        if (snippet instanceof VarSnippet variable) {
            control.takeLost(variable.name());
        }
    }

    /** A declaration of an earlier cell was recompiled because of this one. */
    private void recompiled(SnippetEvent event) {
        SnippetWrapper wrapper = shell.sourceCodeAnalysis().wrapper(event.snippet());
        if (control.compiledSince(wrapper.fullClassName())) {
            frames.recompiled(wrapper);
        }
        tellIfLost(event);
    }

    /**
     * JShell hides a variable whose initial value no longer compiles, as after a change of the method or constructor in
     * it. Its value is there: it is declared again without an initial one.
     */
    private void keepIfHidden(SnippetEvent event) {
        if (event.causeSnippet() == null
                || event.status() == Status.OVERWRITTEN
                || !(event.snippet() instanceof VarSnippet hidden)
                || !event.previousStatus().isDefined()
                || shell.status(hidden) != Status.RECOVERABLE_NOT_DEFINED) {
            return;
        }
        String wrapper = shell.sourceCodeAnalysis().wrapper(hidden).fullClassName();
        declareAgain(hidden, control.value(wrapper, hidden.name()));
    }

    /** Declares again what declarations that do not compile have replaced. */
    private void keepReplaced() {
        for (DeclarationSnippet lost : replaced.takeLost()) {
            if (lost instanceof VarSnippet variable) {
                String wrapper = shell.sourceCodeAnalysis().wrapper(lost).fullClassName();
                declareAgain(variable, control.value(wrapper, lost.name()));
            } else {
                shell.eval(lost.source()).forEach(this::recompiled);
            }
        }
    }

    /**
     * Declares a variable with the value it had. A class of a cell may have taken the name of the variable's own class,
     * as {@code class List} would: then the full name is needed.
     */
    private void declareAgain(VarSnippet variable, Optional<FormerValue> former) {
        Set<String> types = new LinkedHashSet<>();
        former.filter(held -> !held.ofCells()).map(FormerValue::type).ifPresent(types::add);
        types.add(variable.typeName());
        for (String type : types) {
            if (declared(type, variable.name(), former)) {
                return;
            }
        }
        gone.add(variable.name());
    }

    private boolean declared(String type, String name, Optional<FormerValue> former) {
        boolean valid = false;
        for (SnippetEvent again : shell.eval(type + " " + name + ";")) {
            if (again.causeSnippet() != null) {
                recompiled(again);
            } else if (again.status() == Status.VALID) {
                String wrapper =
                        shell.sourceCodeAnalysis().wrapper(again.snippet()).fullClassName();
                control.takeLost(name);
                former.ifPresent(held -> control.restore(wrapper, name, held));
                valid = true;
                tellIfLost(again);
            }
        }
        return valid;
    }

    /** Warns when a variable has lost its value to a class that changed. */
    private void tellIfLost(SnippetEvent event) {
        if (!(event.snippet() instanceof VarSnippet variable) || !event.status().isActive()) {
            return;
        }
        Optional<FormerValue> lost = control.takeLost(variable.name());
        if (awaited.contains(variable.name())) {
            return;
        }
        if (lost.isPresent() && lost.get().ofCells()) {
            warn(variable.name() + " is null now: its class "
                    + CellNames.readable(variable.typeName()).replace("[]", "")
                    + " has changed its members. Run again the cell that created it.");
        } else if (lost.isPresent()) {
            declareAgain(variable, lost);
        }
    }

    private void warn(String text) {
        session.output().print(StreamName.STDERR, text + "\n");
    }

    private static boolean shows(Snippet.SubKind kind) {
        return switch (kind) {
            case VAR_VALUE_SUBKIND, OTHER_EXPRESSION_SUBKIND, TEMP_VAR_EXPRESSION_SUBKIND -> true;
            default -> false;
        };
    }

    private CellResult thrown(SnippetEvent event) {
        if (event.exception() instanceof UnresolvedReferenceException e) {
            List<String> missing = shell.unresolvedDependencies(e.getSnippet()).toList();
            return new CellResult.Failed(e, errors.unresolved(e, missing));
        }
        return failed(control.takeThrown().orElse(event.exception()));
    }

    private CellResult failed(Throwable thrown) {
        return new CellResult.Failed(thrown, errors.thrown(thrown));
    }

    private CellResult rejected(List<CellDiagnostic> diagnostics) {
        return new CellResult.Rejected(diagnostics, errors.rejected(diagnostics));
    }

    private CellResult interrupted() {
        return new CellResult.Interrupted(
                run.abandoned(),
                errors.interrupted(run.stoppedAt(), "In[" + count + "] line " + line, run.abandoned()));
    }

    private Optional<CellResult> stopped() {
        return run.stopped() ? Optional.of(interrupted()) : Optional.empty();
    }

    /** Types and variables with a missing dependency are errors; methods may get it later, with a warning. */
    private Optional<CellResult> undeclared(String code, List<Pending> pending) {
        List<CellDiagnostic> found = new ArrayList<>();
        for (Pending each : pending) {
            Status status = shell.status(each.snippet());
            if (status == Status.RECOVERABLE_DEFINED || status == Status.RECOVERABLE_NOT_DEFINED) {
                String missing = CellNames.readable(
                        shell.unresolvedDependencies(each.snippet()).collect(Collectors.joining(", ")));
                int at = each.offset() + leading(each.snippet().source());
                found.add(Diagnostics.at(
                        code,
                        Math.min(at, code.length() - 1),
                        status == Status.RECOVERABLE_NOT_DEFINED,
                        each.snippet().name() + " needs " + missing + ", not declared yet"));
            }
        }
        if (found.stream().anyMatch(CellDiagnostic::error)) {
            return Optional.of(rejected(found));
        }
        found.forEach(warning -> session.output().print(StreamName.STDERR, warning + "\n"));
        return Optional.empty();
    }

    private static int leading(String source) {
        return source.length() - source.stripLeading().length();
    }
}
