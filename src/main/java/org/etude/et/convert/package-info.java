// SPDX-License-Identifier: Apache-2.0
/**
 * From linked graphs to execution traces ({@link org.etude.et.convert.EtConverter}): one host timeline a rank with its gaps
 * as nodes, GPU work in stream order behind its launches, blocking calls as dependencies, collectives in the simulator's
 * terms.
 */
package org.etude.et.convert;
