// SPDX-License-Identifier: Apache-2.0
/**
 * GOAL schedules (Group Operation Assembly Language), the input of LogGOPSim, ATLAHS and htsim: their text and binary form, read and
 * written, and the way from execution traces to schedules and back.
 */
package org.etude.compat.goal;
