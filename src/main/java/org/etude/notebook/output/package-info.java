// SPDX-License-Identifier: Apache-2.0
/** Output of a cell: streams and MIME bundles ({@link CellOutput}), HTML escaping, progress bars. */
package org.etude.notebook.output;
