// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

/**
 * What is known of a name.
 *
 * @param text for terminals
 * @param html the same for browsers
 */
public record Inspection(String text, String html) {}
