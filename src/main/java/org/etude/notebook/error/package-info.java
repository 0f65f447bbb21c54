// SPDX-License-Identifier: Apache-2.0
/** What went wrong in a cell, in its own lines: compiler diagnostics, stack traces without JShell's wrapping. */
package org.etude.notebook.error;
