// SPDX-License-Identifier: Apache-2.0
/** Gives the compiler of cells access to the class path, without javac's own walk through every jar at startup. */
package org.etude.notebook.compiler;
