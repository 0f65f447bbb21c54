// SPDX-License-Identifier: Apache-2.0
/** The commands that ask one question each of a recording or a simulated run: one table, one figure. */
package org.etude.cli.analysis;
