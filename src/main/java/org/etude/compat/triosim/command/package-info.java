// SPDX-License-Identifier: Apache-2.0
/** The drop-in commands of TrioSim and its converter. */
package org.etude.compat.triosim.command;
