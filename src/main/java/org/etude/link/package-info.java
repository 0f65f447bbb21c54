// SPDX-License-Identifier: Apache-2.0
/**
 * Links a rank's host nodes, runtime calls and GPU work into one graph and identifies its collectives. The entry point
 * is {@link Linker}; the steps are in the subpackages.
 */
package org.etude.link;
