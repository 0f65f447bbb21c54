// SPDX-License-Identifier: Apache-2.0
/**
 * A stand-in for the three types of ClassGraph through which Tablesaw finds its readers and writers. Only the launcher, the
 * installed kernel and the wheel carry it, in a jar of its own; a program that uses Etude as a library has the real ClassGraph.
 *
 * <p>Tablesaw's {@code Table} scans the class path when it is initialised, which takes half a second of CPU time over our jars;
 * what the scan finds is always the same four classes. A test compares them with what the real scan finds.
 */
package io.github.classgraph;
