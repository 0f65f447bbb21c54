// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.workload.llm.cost.NodeModel;

/** A layout of tables of measured steps, recognised by its columns. */
interface RowLayout {
    /** The name of the layout in errors. */
    String title();

    /** Columns that the header must have. */
    List<String> columns();

    /** Other spellings of columns, as {@link ColumnNames#key} returns them, with the layout's own names. */
    default Map<String, String> spellings() {
        return Map.of();
    }

    /** Columns that repeat the measured step in other units, as {@link ColumnNames#key} returns them. */
    default Set<String> repeated() {
        return Set.of();
    }

    /** The group with which a row is summarised. */
    String group(RowReader row);

    /** The name of a row. */
    String name(RowReader row);

    /**
     * The measured step in seconds.
     *
     * @throws UnmodelledRow when the line does not state it
     */
    double measured(RowReader row);

    /**
     * The step that a line describes.
     *
     * @throws UnmodelledRow when the line is incomplete, or no model covers the step
     */
    Described describe(RowReader row);

    /**
     * A step that can be modelled.
     *
     * @param options options of the generator
     * @param node how its GPUs are connected, if not as is usual for their type
     * @param assumed what was assumed because the table does not state it; may be empty
     */
    record Described(Options options, Optional<NodeModel> node, String assumed) {}
}
