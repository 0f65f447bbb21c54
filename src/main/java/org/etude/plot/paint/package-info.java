// SPDX-License-Identifier: Apache-2.0
/**
 * Painters of a finished scene ({@link Scene}): SVG, PDF and PNG. Text is set in Liberation Sans, which the jar
 * contains. No system font is used, so the same figure has the same bytes everywhere (a PNG the same pixels).
 */
package org.etude.plot.paint;
