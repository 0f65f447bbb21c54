// SPDX-License-Identifier: Apache-2.0
/** Memory: local memory use over time, remote memory, the shared bus, and the roofline model. */
package org.etude.sim.memory;
