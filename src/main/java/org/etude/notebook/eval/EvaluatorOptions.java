// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.nio.file.Path;
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
 */
public record EvaluatorOptions(
        ValueRenderer renderer, List<String> imports, List<Path> classPath, long outputLimit, boolean ownsProcess) {
    private static final long LIMIT = 10L << 20;

    /** Copies the lists; rejects a limit that is not positive. */
    public EvaluatorOptions {
        imports = List.copyOf(imports);
        classPath = List.copyOf(classPath);
        if (outputLimit <= 0) {
            throw new IllegalArgumentException("output limit must be positive: " + outputLimit);
        }
    }

    /** The defaults: Etude's imports, the renderer found by {@link ServiceLoader} or plain text, 10 MB per cell. */
    public static EvaluatorOptions defaults() {
        ValueRenderer found = ServiceLoader.load(ValueRenderer.class, EvaluatorOptions.class.getClassLoader())
                .findFirst()
                .orElse(ValueRenderer.TEXT);
        return new EvaluatorOptions(found, StartupImports.read(), List.of(), LIMIT, false);
    }

    /** These options with another renderer. */
    public EvaluatorOptions withRenderer(ValueRenderer value) {
        return new EvaluatorOptions(value, imports, classPath, outputLimit, ownsProcess);
    }

    /** These options with other imports. */
    public EvaluatorOptions withImports(List<String> value) {
        return new EvaluatorOptions(renderer, value, classPath, outputLimit, ownsProcess);
    }

    /** These options with additional jars and directories for cells. */
    public EvaluatorOptions withClassPath(List<Path> value) {
        return new EvaluatorOptions(renderer, imports, value, outputLimit, ownsProcess);
    }

    /** These options with another limit of printed bytes per cell. */
    public EvaluatorOptions withOutputLimit(long value) {
        return new EvaluatorOptions(renderer, imports, classPath, value, ownsProcess);
    }

    /** These options for a process that only runs cells. */
    public EvaluatorOptions withOwnsProcess(boolean value) {
        return new EvaluatorOptions(renderer, imports, classPath, outputLimit, value);
    }
}
