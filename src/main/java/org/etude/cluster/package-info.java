// SPDX-License-Identifier: Apache-2.0
/**
 * Work on other machines: tasks are plain bytes, given to an engine that an optional part of Etude brings ({@code etude-spark}) and
 * that {@link java.util.ServiceLoader} finds. Nothing here knows an engine.
 */
package org.etude.cluster;
