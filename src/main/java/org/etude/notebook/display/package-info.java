// SPDX-License-Identifier: Apache-2.0
/**
 * How a notebook shows values: {@link org.etude.notebook.display.Displays} makes of any value a bundle of MIME types. Tables,
 * records and collections become HTML tables that sort by a click; Etude's stages their summaries; figures an interactive
 * picture that needs no network, with a static one inside for places that run no scripts; errors their causes and details.
 * Plain text is always there. What a trace or a user wrote stays text: every character of HTML in it is escaped.
 */
package org.etude.notebook.display;
