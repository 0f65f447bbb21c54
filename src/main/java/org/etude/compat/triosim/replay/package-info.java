// SPDX-License-Identifier: Apache-2.0
/**
 * The replay in compat mode: event by event, reproducing the original's results (sarchlab/triosim 3fb3c06, MIT licence;
 * only its behaviour is reproduced).
 */
package org.etude.compat.triosim.replay;
