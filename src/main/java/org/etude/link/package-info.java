// SPDX-License-Identifier: Apache-2.0
/**
 * Joins a rank's host nodes, runtime calls and GPU work into one graph and finds out what its collectives are. The door is
 * {@link Linker}; the steps are in the packages below.
 */
package org.etude.link;
