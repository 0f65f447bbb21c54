/** Compares the simulator with recorded runs of the reference, case by case. */
package org.etude.sim.conformance;
