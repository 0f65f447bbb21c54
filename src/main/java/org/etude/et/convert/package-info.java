// SPDX-License-Identifier: Apache-2.0
/**
 * Converts linked graphs to execution traces ({@link org.etude.et.convert.EtConverter}): one host timeline per rank
 * with gaps as nodes, GPU work in stream order after its launches, blocking calls as dependencies, collectives in the
 * simulator's terms.
 */
package org.etude.et.convert;
