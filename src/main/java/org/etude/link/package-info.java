/**
 * Joining a rank's host nodes, runtime calls and GPU work into one graph ({@link org.etude.link.LinkedRank}): launches by
 * correlation, host nodes by record-function id or alignment, stream and synchronisation order, and what every collective
 * is ({@link org.etude.link.Collective}). One vocabulary for CUDA and HIP.
 */
package org.etude.link;
