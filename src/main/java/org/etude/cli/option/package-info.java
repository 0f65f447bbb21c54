// SPDX-License-Identifier: Apache-2.0
/** Groups of options shared by several commands, and the values they accept. */
package org.etude.cli.option;
