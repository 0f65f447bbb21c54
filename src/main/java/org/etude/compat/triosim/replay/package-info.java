// SPDX-License-Identifier: Apache-2.0
/**
 * The replay in compat mode: event by event, to the original's figures (sarchlab/triosim 3fb3c06, MIT licence; only its
 * behaviour is followed).
 */
package org.etude.compat.triosim.replay;
