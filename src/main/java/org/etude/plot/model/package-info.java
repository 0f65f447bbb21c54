// SPDX-License-Identifier: Apache-2.0
/** What a figure is made of: axes, extents, inks and marks ({@link Mark}) in panels ({@link Panel}). Nothing is drawn here. */
package org.etude.plot.model;
