/**
 * Making execution traces fit to run: passes over a rank's graph ({@link org.etude.repair.GraphPass}) and checks across
 * ranks, each giving back what it was given with its changes as rows ({@link org.etude.repair.Change}).
 * {@link org.etude.repair.Repair} runs them all. A graph without faults comes back as the same object; what a pass decides
 * depends on ids, times and contents only, never on the order of nodes in the file.
 */
package org.etude.repair;
