// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.text;

import org.etude.et.graph.EtException;

/**
 * One layer of a text workload.
 *
 * @param name its name
 * @param forward forward pass
 * @param inputGradient backward pass, gradient of the input
 * @param weightGradient backward pass, gradient of the weights
 */
record TextLayer(String name, Phase forward, Phase inputGradient, Phase weightGradient) {
    private static final int COLUMNS = 12;

    /**
     * A computation followed by a collective.
     *
     * @param micros compute time in us
     * @param commType collective as written: ALLREDUCE, ALLTOALL, ALLGATHER, REDUCESCATTER, NONE
     * @param commBytes its size
     */
    record Phase(long micros, String commType, long commBytes) {
        private static Phase of(String[] columns, int from) {
            return new Phase(Long.parseLong(columns[from]), columns[from + 1], Long.parseLong(columns[from + 2]));
        }
    }

    static TextLayer parse(String line, String file, int lineNumber) {
        String[] columns = line.strip().split("\\s+");
        try {
            if (columns.length < COLUMNS) {
                throw new NumberFormatException("only " + columns.length + " columns");
            }
            return new TextLayer(columns[0], Phase.of(columns, 2), Phase.of(columns, 5), Phase.of(columns, 8));
        } catch (NumberFormatException e) {
            throw new EtException(
                    file + ": line " + lineNumber + ": cannot parse the layer '" + line.strip() + "' (" + e.getMessage()
                            + ").",
                    "A layer is: name -1 fwd_us fwd_comm fwd_bytes ig_us ig_comm ig_bytes wg_us wg_comm wg_bytes update_us.");
        }
    }
}
