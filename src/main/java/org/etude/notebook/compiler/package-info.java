// SPDX-License-Identifier: Apache-2.0
/**
 * What the compiler of cells reads from the class path, without javac's own walk through every jar at its start.
 */
package org.etude.notebook.compiler;
