// SPDX-License-Identifier: Apache-2.0
/** What a cell prints and shows: streams and MIME bundles ({@link CellOutput}), HTML escaping, progress bars. */
package org.etude.notebook.output;
