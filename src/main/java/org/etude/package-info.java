// SPDX-License-Identifier: Apache-2.0
/**
 * The public API: one immutable value per stage of the pipeline. Each holds the result of its stage and calls the next
 * one. Verbs return the next value ({@link org.etude.Traces#link()}), plural nouns return a table ({@link
 * org.etude.Traces#steps()}), {@code save} and {@code read} go to and from disk, options are a lambda that changes the
 * defaults.
 *
 * <pre>{@code
 * var sim = Traces.load("data/resnet50").link().toEt().repair()
 *         .simulate(Topology.torus(4, 4, 8).bandwidth(gbps(25), gbps(25), gbps(65)).latency(us(5), us(5), us(14)));
 * sim.ranks();
 * }</pre>
 */
package org.etude;
