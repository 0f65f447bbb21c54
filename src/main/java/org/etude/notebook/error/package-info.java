// SPDX-License-Identifier: Apache-2.0
/** Errors of a cell, mapped to its own lines: compiler diagnostics, stack traces without JShell's wrapping. */
package org.etude.notebook.error;
