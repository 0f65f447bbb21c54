// SPDX-License-Identifier: Apache-2.0
/**
 * The magics of a notebook: commands that start with a percent sign, for what Java cannot express. {@code %name ...} on
 * its own line, {@code %%name ...} as the first line for the whole cell.
 */
package org.etude.notebook.magic;
