// SPDX-License-Identifier: Apache-2.0
/** Shared parts of all commands: console, exit status, results on disk or standard output, progress on the terminal. */
package org.etude.cli.base;
