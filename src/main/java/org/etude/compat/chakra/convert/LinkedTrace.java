// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.convert;

import java.util.List;
import org.etude.et.graph.EtAttribute;

/**
 * A linked JSON as read.
 *
 * @param file its name, for messages
 * @param schema the host trace's schema
 * @param metadata what goes into the ET's GlobalMetadata
 * @param nodes its nodes, in file order
 */
record LinkedTrace(String file, String schema, List<EtAttribute> metadata, List<LinkedNode> nodes) {}
