// SPDX-License-Identifier: Apache-2.0
/** Figures of the tables of {@code org.etude.table}: one class named {@code ...Chart} per kind. */
package org.etude.plot.chart;
