// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import jdk.jshell.spi.SPIResolutionException;

/**
 * Runs user code for JShell in the current {@link CellRun} and keeps the result objects. Not derived from
 * LocalExecutionControl, whose newer versions weave calls to a class that only their own invoke creates.
 */
final class CellControl extends DirectExecutionControl {
    private final CellSession session;
    private final SnippetLoader loader;
    private Object last;
    private Throwable thrown;

    CellControl(SnippetLoader loader, CellSession session) {
        super(loader);
        this.session = session;
        this.loader = loader;
    }

    /** Takes the value of the latest snippet. Call with the session's lock. */
    Optional<Object> takeValue() {
        Optional<Object> value = Optional.ofNullable(last);
        last = null;
        return value;
    }

    /**
     * Takes the exception of the latest snippet, of which JShell itself reports only the name. Call with the session's
     * lock.
     */
    Optional<Throwable> takeThrown() {
        Optional<Throwable> taken = Optional.ofNullable(thrown);
        thrown = null;
        return taken;
    }

    /** {@link SnippetLoader#compiledSince}. */
    boolean compiledSince(String snippetClass) {
        return loader.compiledSince(snippetClass);
    }

    /** {@link SnippetLoader#value}. */
    Optional<FormerValue> value(String snippetClass, String variable) {
        return loader.value(snippetClass, variable);
    }

    /** {@link SnippetLoader#restore}. */
    void restore(String snippetClass, String variable, FormerValue former) {
        loader.restore(snippetClass, variable, former);
    }

    /** {@link SnippetLoader#takeLost}. */
    Optional<FormerValue> takeLost(String variable) {
        return loader.takeLost(variable);
    }

    /**
     * Without this, JShell would replace each class that it recompiles, and the variables with it; one added import
     * would suffice.
     */
    @Override
    public void redefine(ClassBytecodes[] classes) throws NotImplementedException {
        if (!loader.redefine(classes)) {
            throw new NotImplementedException("the new code needs new classes");
        }
    }

    /** As inherited, without a flush of System.out: a cell's own may block this thread, which no interrupt reaches. */
    @Override
    public String invoke(String className, String methodName)
            throws RunException, InternalException, EngineTerminationException {
        Method snippet;
        try {
            snippet = findClass(className).getDeclaredMethod(methodName);
            snippet.setAccessible(true);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new InternalException(e.toString());
        }
        try {
            return invoke(snippet);
        } catch (InvocationTargetException e) {
            return throwConvertedInvocationException(e.getCause());
        } catch (RunException | InternalException | EngineTerminationException e) {
            throw e;
        } catch (Exception e) {
            return throwConvertedOtherException(e);
        }
    }

    @Override
    protected String invoke(Method snippet) throws Exception {
        last = null;
        thrown = null;
        try {
            last = session.outsideLock(() -> session.run().call(() -> snippet.invoke(null)));
            return "";
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
            throw forShell(thrown);
        } catch (ExecutionException | IllegalStateException e) {
            // Not even the exception that wraps the code's own could be created, or its thread is dead.
            thrown = e instanceof ExecutionException ? e.getCause() : e;
            throw forShell(thrown);
        }
    }

    /**
     * JShell asks an exception for its message and, without an end, for its causes. Both may be the user's code and may
     * fail, and causes may form a cycle: it is shown an exception with neither.
     */
    private static InvocationTargetException forShell(Throwable thrown) {
        return new InvocationTargetException(
                thrown instanceof SPIResolutionException ? thrown : new Exception(CellControl.class.getName()));
    }

    @Override
    public String varValue(String className, String name) throws InternalException {
        try {
            var field = findClass(className).getDeclaredField(name);
            field.setAccessible(true);
            last = field.get(null);
            return "";
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new InternalException(e.toString());
        }
    }

    /** Provides this control to JShell. */
    ExecutionControlProvider provider() {
        return new ExecutionControlProvider() {
            @Override
            public String name() {
                return "etude";
            }

            @Override
            public ExecutionControl generate(ExecutionEnv env, Map<String, String> parameters) {
                return CellControl.this;
            }
        };
    }
}
