/**
 * Networks as simulators see them: logical dimensions ({@link org.etude.topology.LogicalTopology}), their text forms and
 * files.
 */
package org.etude.topology;
