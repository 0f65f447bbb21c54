// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Settings of a {@link CellEvaluator}.
 *
 * @param renderer renders values
 * @param imports startup import lines; those of missing classes are left out
 * @param classPath additional jars and directories for cells
 * @param outputLimit maximum number of bytes that a cell may print; the rest is dropped with a note
 * @param ownsProcess whether output of threads outside cells goes to the last cell: for a process that only runs
 *     cells
 * @param patience how long an interrupted cell may take to end before its thread is abandoned
 */
public record EvaluatorOptions(
        ValueRenderer renderer,
        List<String> imports,
        List<Path> classPath,
        long outputLimit,
        boolean ownsProcess,
        Duration patience) {
    private static final long LIMIT = 10L << 20;
    private static final Duration PATIENCE = Duration.ofMillis(400);

    /** Copies the lists; rejects a limit and a patience that are not positive. */
    public EvaluatorOptions {
        imports = List.copyOf(imports);
        classPath = List.copyOf(classPath);
        if (outputLimit <= 0) {
            throw new IllegalArgumentException("output limit must be positive: " + outputLimit);
        }
        if (patience.isZero() || patience.isNegative()) {
            throw new IllegalArgumentException("patience must be positive: " + patience);
        }
    }

    /** The defaults: Etude's imports, the renderer found by {@link ServiceLoader} or plain text, 10 MB per cell, 0.4 s. */
    public static EvaluatorOptions defaults() {
        ValueRenderer found = ServiceLoader.load(ValueRenderer.class, EvaluatorOptions.class.getClassLoader())
                .findFirst()
                .orElse(ValueRenderer.TEXT);
        return new EvaluatorOptions(found, StartupImports.read(), List.of(), LIMIT, false, PATIENCE);
    }

    /** These options with another renderer. */
    public EvaluatorOptions withRenderer(ValueRenderer value) {
        return new EvaluatorOptions(value, imports, classPath, outputLimit, ownsProcess, patience);
    }

    /** These options with other imports. */
    public EvaluatorOptions withImports(List<String> value) {
        return new EvaluatorOptions(renderer, value, classPath, outputLimit, ownsProcess, patience);
    }

    /** These options with additional jars and directories for cells. */
    public EvaluatorOptions withClassPath(List<Path> value) {
        return new EvaluatorOptions(renderer, imports, value, outputLimit, ownsProcess, patience);
    }

    /** These options with another limit of printed bytes per cell. */
    public EvaluatorOptions withOutputLimit(long value) {
        return new EvaluatorOptions(renderer, imports, classPath, value, ownsProcess, patience);
    }

    /** These options for a process that only runs cells. */
    public EvaluatorOptions withOwnsProcess(boolean value) {
        return new EvaluatorOptions(renderer, imports, classPath, outputLimit, value, patience);
    }

    /** These options with another patience. */
    public EvaluatorOptions withPatience(Duration value) {
        return new EvaluatorOptions(renderer, imports, classPath, outputLimit, ownsProcess, value);
    }
}
