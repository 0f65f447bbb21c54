// SPDX-License-Identifier: Apache-2.0
/**
 * Chakra execution traces on disk: the protobuf wire format to and from columns ({@link EtFiles}), the set of all ranks with
 * its process groups ({@link EtSet}). protobuf-java's types appear in {@code et} only.
 */
package org.etude.et.wire;
