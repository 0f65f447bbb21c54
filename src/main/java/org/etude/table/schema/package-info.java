// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of every table: a fixed {@link Schema}, the builder of its rows ({@link TableBuilder}), the text of its
 * cells.
 */
package org.etude.table.schema;
