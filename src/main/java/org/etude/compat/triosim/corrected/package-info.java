// SPDX-License-Identifier: Apache-2.0
/** The replay with TrioSim's defects fixed, where one GPU represents all that do the same. */
package org.etude.compat.triosim.corrected;
