// SPDX-License-Identifier: Apache-2.0
/**
 * Work on other machines. Tasks are plain bytes, run by an engine from an optional module of Etude ({@code
 * etude-spark}), which {@link java.util.ServiceLoader} finds. This package does not depend on any engine.
 */
package org.etude.cluster;
