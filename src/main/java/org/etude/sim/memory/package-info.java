// SPDX-License-Identifier: Apache-2.0
/** Memory: local memory use over time, remote memory, the shared bus, the roofline of a compute node. */
package org.etude.sim.memory;
