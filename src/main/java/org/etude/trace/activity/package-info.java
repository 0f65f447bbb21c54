// SPDX-License-Identifier: Apache-2.0
/**
 * What a recorded rank was doing when: sets of intervals, which events communicate, and how each profiler step splits
 * into computing, communicating and waiting. Tables, figures and calibration all use this split.
 */
package org.etude.trace.activity;
