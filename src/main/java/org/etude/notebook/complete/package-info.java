// SPDX-License-Identifier: Apache-2.0
/**
 * Help while typing: completion ({@link Completer}), inspection of names with their Javadoc ({@link Inspector}), whether a
 * cell is complete.
 */
package org.etude.notebook.complete;
