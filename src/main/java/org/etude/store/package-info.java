// SPDX-License-Identifier: Apache-2.0
/**
 * Saves values and opens them again: records written component by component into one compressed file, with a line in front that
 * says what it is, and every type with the components it had, so that a file of another version is refused and not misread.
 * The format is in docs/formats.md ("Saved values").
 */
package org.etude.store;
