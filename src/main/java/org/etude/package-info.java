// SPDX-License-Identifier: Apache-2.0
/**
 * The public API: the chain's values. Each is immutable and thin: it holds what a stage made and calls the next one. Verbs
 * make the next value ({@link org.etude.Traces#link()}), plural nouns give a table ({@link org.etude.Traces#steps()}),
 * {@code save} and {@code read} go to and from disk, options are a lambda that changes the defaults.
 *
 * <pre>{@code
 * var sim = Traces.load("data/resnet50").link().toEt().repair()
 *         .simulate(Topology.torus(4, 4, 8).bandwidth(gbps(25), gbps(25), gbps(65)).latency(us(5), us(5), us(14)));
 * sim.ranks();
 * }</pre>
 */
package org.etude;
