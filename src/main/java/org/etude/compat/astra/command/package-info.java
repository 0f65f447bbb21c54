/** The drop-in command {@code astra-sim}. */
package org.etude.compat.astra.command;
