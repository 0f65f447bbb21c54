// SPDX-License-Identifier: Apache-2.0
/** What every command shares: console, exit status, results on disk or on standard output, progress on the terminal. */
package org.etude.cli.base;
