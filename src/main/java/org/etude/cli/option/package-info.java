// SPDX-License-Identifier: Apache-2.0
/** Groups of options that several commands take, and the values they accept. */
package org.etude.cli.option;
