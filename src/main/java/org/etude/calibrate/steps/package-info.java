// SPDX-License-Identifier: Apache-2.0
/** Locates the steps of a recording in a simulated run of it: the same windows on both clocks. */
package org.etude.calibrate.steps;
