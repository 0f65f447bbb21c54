// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.workload.llm.cost.NodeModel;

/** A layout of tables of measured steps, recognised by its columns. */
interface RowLayout {
    /** What tables of this layout are called in errors. */
    String title();

    /** Columns that the header must have. */
    List<String> columns();

    /** Other spellings of columns, as {@link ColumnNames} reads them, and the layout's own names. */
    default Map<String, String> spellings() {
        return Map.of();
    }

    /** Columns that say the measured step in other units, as {@link ColumnNames#key} reads them. */
    default Set<String> repeated() {
        return Set.of();
    }

    /** Rows that are summed up together. */
    String group(RowReader row);

    /** What a row is called. */
    String name(RowReader row);

    /**
     * Seconds of the measured step.
     *
     * @throws UnmodelledRow when the line does not tell it
     */
    double measured(RowReader row);

    /**
     * What the line says of the step.
     *
     * @throws UnmodelledRow when it says too little, or what no model covers
     */
    Described describe(RowReader row);

    /**
     * A step that can be modelled.
     *
     * @param options options of the generator
     * @param node how its GPUs are joined, if not as their type says
     * @param assumed what the table does not say; may be empty
     */
    record Described(Options options, Optional<NodeModel> node, String assumed) {}
}
