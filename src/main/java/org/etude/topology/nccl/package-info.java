// SPDX-License-Identifier: Apache-2.0
/** Reads NCCL's and RCCL's description of a node (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE) as a network of its GPUs. */
package org.etude.topology.nccl;
