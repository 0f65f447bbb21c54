// SPDX-License-Identifier: Apache-2.0
/**
 * How a notebook displays values. {@link org.etude.notebook.display.Displays} converts any value to a bundle of MIME
 * types. Tables, records and collections become sortable HTML tables, Etude's stages their summaries. Figures become an
 * interactive picture that works offline, with a static one inside where scripts do not run; errors show causes and
 * details. Plain text is always included. Text from traces and users is always escaped.
 */
package org.etude.notebook.display;
