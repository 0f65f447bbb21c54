// SPDX-License-Identifier: Apache-2.0
/**
 * Saves and restores values: records written component by component into one compressed file with a descriptive first
 * line. The components of every type are stored too, so that a file of another version is rejected rather than misread.
 * The format is in docs/formats.md ("Saved values").
 */
package org.etude.store;
