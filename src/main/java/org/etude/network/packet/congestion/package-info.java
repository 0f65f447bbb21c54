// SPDX-License-Identifier: Apache-2.0
/** Congestion control: DCQCN, DCTCP, HPCC, HPCC-PINT and TIMELY behind one interface ({@link RateControl}). */
package org.etude.network.packet.congestion;
