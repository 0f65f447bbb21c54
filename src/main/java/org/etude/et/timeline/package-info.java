// SPDX-License-Identifier: Apache-2.0
/**
 * When the nodes of a recording ran, in columns: what the questions about a recording need of its conversion, without the execution
 * traces.
 */
package org.etude.et.timeline;
