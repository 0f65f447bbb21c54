// SPDX-License-Identifier: Apache-2.0
/** Commands for one analysis each of a recording or a simulated run: one table, one figure. */
package org.etude.cli.analysis;
