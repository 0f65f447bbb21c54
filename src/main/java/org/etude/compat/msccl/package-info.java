// SPDX-License-Identifier: Apache-2.0
/**
 * Plans of MSCCL (XML) and MSCCL++ (JSON): hand-written or synthesised collectives, converted to execution traces of
 * their messages. These can be simulated on their own or as the custom implementation of a collective.
 */
package org.etude.compat.msccl;
