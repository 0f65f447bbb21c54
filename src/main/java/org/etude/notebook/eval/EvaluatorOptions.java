// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Settings of a {@link CellEvaluator}.
 *
 * @param renderer shows values
 * @param imports import lines that a cell starts with; those of missing classes are left out
 * @param classPath more jars and directories for cells
 * @param outputLimit bytes that a cell may print; the rest is cut with a note
 * @param ownsProcess text printed by threads of no cell goes to the last cell: for a process that only runs cells
 */
public record EvaluatorOptions(
        ValueRenderer renderer, List<String> imports, List<Path> classPath, long outputLimit, boolean ownsProcess) {
    private static final long LIMIT = 10L << 20;

    /** Copies the lists; refuses a limit that is not positive. */
    public EvaluatorOptions {
        imports = List.copyOf(imports);
        classPath = List.copyOf(classPath);
        if (outputLimit <= 0) {
            throw new IllegalArgumentException("output limit must be positive: " + outputLimit);
        }
    }

    /** Etude's imports, the renderer that a {@link ServiceLoader} finds or plain text, 10 MB per cell. */
    public static EvaluatorOptions defaults() {
        ValueRenderer found = ServiceLoader.load(ValueRenderer.class, EvaluatorOptions.class.getClassLoader())
                .findFirst()
                .orElse(ValueRenderer.TEXT);
        return new EvaluatorOptions(found, StartupImports.read(), List.of(), LIMIT, false);
    }

    /** The same with another renderer. */
    public EvaluatorOptions withRenderer(ValueRenderer value) {
        return new EvaluatorOptions(value, imports, classPath, outputLimit, ownsProcess);
    }

    /** The same with other imports. */
    public EvaluatorOptions withImports(List<String> value) {
        return new EvaluatorOptions(renderer, value, classPath, outputLimit, ownsProcess);
    }

    /** The same with more jars and directories for cells. */
    public EvaluatorOptions withClassPath(List<Path> value) {
        return new EvaluatorOptions(renderer, imports, value, outputLimit, ownsProcess);
    }

    /** The same with another limit of printed bytes per cell. */
    public EvaluatorOptions withOutputLimit(long value) {
        return new EvaluatorOptions(renderer, imports, classPath, value, ownsProcess);
    }

    /** The same for a process that only runs cells. */
    public EvaluatorOptions withOwnsProcess(boolean value) {
        return new EvaluatorOptions(renderer, imports, classPath, outputLimit, value);
    }
}
