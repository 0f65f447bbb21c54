// SPDX-License-Identifier: Apache-2.0
/**
 * GOAL schedules (Group Operation Assembly Language), the input of LogGOPSim, ATLAHS and htsim: reads and writes their
 * text and binary forms, and converts execution traces to schedules and back.
 */
package org.etude.compat.goal;
