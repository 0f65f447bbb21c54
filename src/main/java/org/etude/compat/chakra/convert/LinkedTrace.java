// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import java.util.List;
import org.etude.et.graph.EtAttribute;

/**
 * A parsed linked JSON.
 *
 * @param file its name, for messages
 * @param schema the host trace's schema
 * @param metadata copied to the ET's GlobalMetadata
 * @param nodes its nodes, in file order
 */
record LinkedTrace(String file, String schema, List<EtAttribute> metadata, List<LinkedNode> nodes) {}
