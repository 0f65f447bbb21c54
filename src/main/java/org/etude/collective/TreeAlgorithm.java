// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/** One tree of the double binary tree all-reduce: sums flow up, the result flows down, full size on every edge. */
final class TreeAlgorithm extends PhaseAlgorithm {
    private enum State {
        BEGIN,
        TWO_CHILDREN,
        ONE_CHILD,
        TO_PARENT,
        FROM_PARENT,
        TO_CHILDREN,
        END
    }

    private final BinaryTree tree;
    private final RingPosition ring;
    private final long bytes;
    private final int position;
    private final boolean root;
    private final boolean leaf;
    private State state = State.BEGIN;
    private boolean oneReduced;

    TreeAlgorithm(BinaryTree tree, RingPosition ring, long bytes) {
        this.tree = tree;
        this.ring = ring;
        this.bytes = bytes;
        this.position = ring.index();
        this.root = tree.parent(position) == BinaryTree.NONE;
        this.leaf = !root && tree.left(position) == BinaryTree.NONE && tree.right(position) == BinaryTree.NONE;
    }

    @Override
    public void start(PhasePort port) {
        if (leaf) {
            state = State.TO_PARENT;
            port.bundle(bytes, false, true, false);
        } else if (root) {
            state = State.ONE_CHILD;
            port.receive(rank(tree.onlyChild(position)), bytes);
        } else {
            state = State.TWO_CHILDREN;
            port.receive(rank(tree.left(position)), bytes);
            port.receive(rank(tree.right(position)), bytes);
        }
    }

    @Override
    public void received(PhasePort port) {
        // Data from the last child and from the parent goes on to the next node through a shared bus.
        boolean sendBack = !leaf && state != State.TWO_CHILDREN;
        switch (state) {
            case TWO_CHILDREN -> state = State.ONE_CHILD;
            case ONE_CHILD -> state = root ? State.TO_CHILDREN : State.TO_PARENT;
            case FROM_PARENT -> state = leaf ? State.END : State.TO_CHILDREN;
            default -> throw new IllegalStateException("message in state " + state);
        }
        port.bundle(bytes, !leaf, false, sendBack);
    }

    @Override
    public void bundled(PhasePort port) {
        if (!leaf && !root && !oneReduced) {
            oneReduced = true;
            return;
        }
        switch (state) {
            case TO_PARENT -> {
                state = State.FROM_PARENT;
                port.send(rank(tree.parent(position)), bytes);
                port.receive(rank(tree.parent(position)), bytes);
            }
            case TO_CHILDREN -> {
                sendDown(port);
                port.done();
            }
            case END -> port.done();
            default -> throw new IllegalStateException("endpoint work in state " + state);
        }
    }

    private void sendDown(PhasePort port) {
        if (root) {
            port.send(rank(tree.onlyChild(position)), bytes);
        } else {
            port.send(rank(tree.left(position)), bytes);
            port.send(rank(tree.right(position)), bytes);
        }
    }

    private int rank(int at) {
        return ring.rank(at);
    }

    @Override
    public String progress() {
        return "double binary tree: "
                + switch (state) {
                    case BEGIN -> "not begun";
                    case TWO_CHILDREN -> "waits for both children";
                    case ONE_CHILD -> "waits for a child";
                    case TO_PARENT -> "sends to its parent";
                    case FROM_PARENT -> "waits for its parent";
                    case TO_CHILDREN, END -> "passes the result down";
                };
    }
}
