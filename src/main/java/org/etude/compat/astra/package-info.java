// SPDX-License-Identifier: Apache-2.0
/**
 * ASTRA-sim's command-line interface: its arguments and its text output, exact to the last character ({@link
 * AstraSim}).
 */
package org.etude.compat.astra;
