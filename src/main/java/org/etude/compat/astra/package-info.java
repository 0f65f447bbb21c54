// SPDX-License-Identifier: Apache-2.0
/** ASTRA-sim's own way of running: its arguments and its text output, to the last character ({@link AstraSim}). */
package org.etude.compat.astra;
