// SPDX-License-Identifier: Apache-2.0
/**
 * Editing assistance: completion ({@link Completer}), inspection of names with their Javadoc ({@link Inspector}), and
 * whether a cell is complete.
 */
package org.etude.notebook.complete;
