// SPDX-License-Identifier: Apache-2.0
/**
 * One run: ranks issue nodes, collectives run as streams of chunks through queues, messages go to the network
 * ({@link Engine}).
 */
package org.etude.sim.engine;
