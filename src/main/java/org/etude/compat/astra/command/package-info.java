// SPDX-License-Identifier: Apache-2.0
/** The drop-in command {@code astra-sim}. */
package org.etude.compat.astra.command;
