// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: {@link Main} runs one command, of Etude or of another tool ({@code compat.*.command}); only the
 * requested command is loaded.
 */
package org.etude.cli;
