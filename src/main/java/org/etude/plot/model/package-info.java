// SPDX-License-Identifier: Apache-2.0
/**
 * The elements of a figure: axes, extents, inks and marks ({@link Mark}) in panels ({@link Panel}). Contains no drawing
 * code.
 */
package org.etude.plot.model;
