/** TrioSim's flags, and its recorded runs for {@code etude conformance}. */
package org.etude.cli.triosim;
