// SPDX-License-Identifier: Apache-2.0
/**
 * A recording as values: host execution traces ({@link HostTrace}) and Kineto device traces ({@link DeviceTrace}) of
 * each rank ({@link RankTrace}), names dictionary-encoded ({@link StringTable}), times in whole nanoseconds. Start here
 * to see what is known about a recorded event.
 */
package org.etude.trace.model;
