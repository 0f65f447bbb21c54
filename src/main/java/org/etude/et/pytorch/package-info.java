/**
 * Chakra's way from PyTorch to ET: the linked JSON that {@code chakra_trace_link} writes, converted node for node as
 * {@code chakra_converter PyTorch} does, or with its defects mended. Etude's own conversion starts from linked graphs and
 * does not come through here.
 */
package org.etude.et.pytorch;
