// SPDX-License-Identifier: Apache-2.0
/**
 * Plans of MSCCL (XML) and MSCCL++ (JSON): collectives that somebody wrote or synthesised, as execution traces of their messages,
 * which simulate by themselves or as the custom implementation of a collective.
 */
package org.etude.compat.msccl;
