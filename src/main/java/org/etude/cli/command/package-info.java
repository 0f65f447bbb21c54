// SPDX-License-Identifier: Apache-2.0
/** Etude's own commands: the chain, its steps one by one, checks, plots and sweeps. */
package org.etude.cli.command;
