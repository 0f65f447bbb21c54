// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the tasks of {@link org.etude.cluster} on Spark: one partition of an RDD holds a few tasks, what tasks share is a broadcast. Nothing
 * of Etude is serialised but bytes, the name of the task's class, and where they go.
 */
package org.etude.spark;
