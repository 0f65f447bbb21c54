// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the tasks of {@link org.etude.cluster} on Spark: a partition of an RDD holds a few tasks, and their shared data
 * is a broadcast. Only bytes, the names of task classes and the routing are serialised, no objects of Etude.
 */
package org.etude.spark;
