// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

/**
 * The documentation of a name.
 *
 * @param text for terminals
 * @param html for browsers
 */
public record Inspection(String text, String html) {}
