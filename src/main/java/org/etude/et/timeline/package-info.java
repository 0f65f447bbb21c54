// SPDX-License-Identifier: Apache-2.0
/**
 * Recorded times of nodes in columns: the part of a conversion that analyses of a recording need, without the execution
 * traces.
 */
package org.etude.et.timeline;
