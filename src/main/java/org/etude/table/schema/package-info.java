// SPDX-License-Identifier: Apache-2.0
/** What every table consists of: a fixed {@link Schema}, the builder of its rows ({@link TableBuilder}), the text of its cells. */
package org.etude.table.schema;
