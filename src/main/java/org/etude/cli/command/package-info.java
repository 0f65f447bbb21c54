// SPDX-License-Identifier: Apache-2.0
/** Etude's own commands: the whole chain, its individual steps, checks, plots and sweeps. */
package org.etude.cli.command;
