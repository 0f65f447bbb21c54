// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.pass;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.repair.across.GroupNames;
import org.etude.repair.graph.Attributes;
import org.etude.repair.graph.ChangeLog;
import org.etude.repair.graph.CommView;
import org.etude.repair.graph.EditableGraph;
import org.etude.spec.CollectiveType;

/**
 * Fills in the attributes of communication nodes that simulators need, from the node itself: other attributes, its
 * name, the texts of its inputs. Information from other ranks is added later; nothing is guessed.
 */
public final class MissingCommAttributes extends GraphPass {
    private static final List<String> NUMBERS = List.of(
            EtNames.COMM_TYPE,
            EtNames.COMM_SIZE,
            EtNames.COMM_SRC,
            EtNames.COMM_DST,
            EtNames.COMM_TAG,
            EtNames.COMM_PRIORITY);

    private final CommGroups groups;
    private final boolean astraSim;
    private final boolean quick;

    /** Creates the pass. */
    public MissingCommAttributes(CommGroups groups, boolean astraSim) {
        this(groups, astraSim, true);
    }

    /** The pass with or without its quick test of messages, which affects only the run time. */
    MissingCommAttributes(CommGroups groups, boolean astraSim, boolean quick) {
        super("comm-attributes");
        this.quick = quick;
        this.groups = groups;
        this.astraSim = astraSim;
    }

    @Override
    public void run(EditableGraph draft, ChangeLog log) {
        SoundComm sound = new SoundComm(draft.graph(), draft.rank());
        for (int node = 0; node < draft.size(); node++) {
            if (draft.isRemoved(node)) {
                continue;
            }
            EtNodeType type = draft.type(node);
            if (type == EtNodeType.INVALID
                    || type.isComm() && (draft.isReplaced(node) || !isPassedOver(type, node, sound))) {
                complete(draft, node, log);
            } else if (type == EtNodeType.MEM_LOAD || type == EtNodeType.MEM_STORE) {
                complete(draft, node, log);
            }
        }
    }

    private boolean isPassedOver(EtNodeType type, int node, SoundComm sound) {
        return (quick || type == EtNodeType.COMM_COLL) && sound.isSound(node, type);
    }

    private void complete(EditableGraph draft, int node, ChangeLog log) {
        CompletedNode completed = new CompletedNode(draft, node, log, name());
        completed.type();
        EtNodeType type = completed.node.type();
        NUMBERS.forEach(completed::wholeNumber);
        if (type == EtNodeType.COMM_COLL) {
            completed.collectiveType();
        } else if (type.isMessage()) {
            completed.ends(groups);
        } else if (type == EtNodeType.MEM_LOAD || type == EtNodeType.MEM_STORE) {
            completed.size(EtNames.TENSOR_SIZE);
        }
        if (type.isComm()) {
            completed.size(EtNames.COMM_SIZE);
            completed.groupName();
            completed.hostFlag(astraSim || type == EtNodeType.COMM_COLL);
        }
        completed.finish();
    }

    /** A node being completed. */
    private static final class CompletedNode {
        private final EditableGraph draft;
        private final int at;
        private final ChangeLog log;
        private final String pass;
        private EtNode node;
        private boolean changed;

        CompletedNode(EditableGraph draft, int at, ChangeLog log, String pass) {
            this.draft = draft;
            this.at = at;
            this.log = log;
            this.pass = pass;
            node = draft.content(at);
        }

        private void say(String action, String reason) {
            log.add(draft.rank(), draft.id(at), pass, action, reason);
            changed = true;
        }

        private void set(EtAttribute value, String reason) {
            say("set " + value.name() + " to " + value.value(), reason);
            node = node.withAttributes(Attributes.with(node.attributes(), value));
        }

        private long integer(String name) {
            EtAttribute attribute = CommView.attribute(node, name);
            return attribute != null && attribute.value() instanceof Long value ? value : -1;
        }

        /** Determines the type of a node of unknown type from its attributes and the names that generators use. */
        void type() {
            if (node.type() != EtNodeType.INVALID) {
                return;
            }
            EtNodeType found = null;
            for (EtNodeType type : EtNodeType.values()) {
                if (type != EtNodeType.INVALID && node.name().startsWith(type.wireName())) {
                    found = type;
                }
            }
            String source = "its name";
            if (found == null && CommView.attribute(node, EtNames.COMM_TYPE) != null) {
                found = EtNodeType.COMM_COLL;
                source = "attribute " + EtNames.COMM_TYPE;
            }
            if (found != null) {
                say("make it a " + found.wireName(), "its type is unknown; " + source + " tells");
                node = Attributes.withType(node, found);
            }
        }

        /** Readers reject numbers stored as floats or texts. */
        void wholeNumber(String name) {
            EtAttribute attribute = CommView.attribute(node, name);
            if (attribute == null || attribute.kind().isInteger() || attribute.kind() == Kind.BOOL) {
                return;
            }
            long value = new CommEvidence(node).number(name);
            if (value >= 0) {
                set(EtAttribute.int64(name, value), "it was kept as " + attribute.kind() + ", which readers reject");
            }
        }

        void collectiveType() {
            if (CollectiveType.ofNumber(integer(EtNames.COMM_TYPE)) != null) {
                return;
            }
            CommEvidence.Found<CollectiveType> found = new CommEvidence(node).type();
            if (found != null) {
                set(
                        EtAttribute.int64(EtNames.COMM_TYPE, found.value().ordinal()),
                        "missing or no collective; " + found.source() + " says " + found.value());
            }
        }

        void size(String name) {
            if (integer(name) > 0
                    || integer(EtNames.COMM_TYPE) == CollectiveType.BARRIER.number() && integer(name) == 0) {
                return;
            }
            CommEvidence.Found<Long> found = new CommEvidence(node).size();
            if (found != null && found.value() != integer(name)) {
                set(EtAttribute.int64(name, found.value()), "missing or empty; taken from " + found.source());
            }
        }

        void groupName() {
            EtAttribute group = CommView.attribute(node, EtNames.PG_NAME);
            if (group != null && group.kind() != Kind.STRING && group.value() instanceof Long number) {
                set(EtAttribute.string(EtNames.PG_NAME, Long.toString(number)), "readers want a text");
            }
        }

        void hostFlag(boolean clear) {
            EtAttribute flag = CommView.attribute(node, EtNames.IS_CPU_OP);
            if (clear && flag != null && !Boolean.FALSE.equals(flag.value()) && integer(EtNames.IS_CPU_OP) != 0) {
                set(EtAttribute.bool(EtNames.IS_CPU_OP, false), "communication does not run as a host operator");
            }
        }

        /** Sets own rank, peer and tag of a message. */
        void ends(CommGroups groups) {
            boolean send = node.type() == EtNodeType.COMM_SEND;
            String own = send ? EtNames.COMM_SRC : EtNames.COMM_DST;
            String peer = send ? EtNames.COMM_DST : EtNames.COMM_SRC;
            if (CommView.attribute(node, own) != null && integer(own) != draft.rank()) {
                set(EtAttribute.int32(own, draft.rank()), "it is the rank of this trace");
            }
            CommEvidence evidence = new CommEvidence(node);
            if (integer(peer) < 0) {
                long named = evidence.number(send ? "Dst Rank" : "Src Rank");
                long global = named >= 0 ? named : global(evidence.operatorInput(0), groups);
                if (isInt(global)) {
                    set(EtAttribute.int32(peer, (int) global), "missing; the operator's inputs name the peer");
                }
            }
            if (integer(EtNames.COMM_TAG) < 0 && isInt(evidence.operatorInput(1))) {
                set(EtAttribute.int32(EtNames.COMM_TAG, (int) evidence.operatorInput(1)), "missing; from the inputs");
            }
        }

        /** Whether a rank or tag is known and fits its attribute. */
        private static boolean isInt(long value) {
            return value >= 0 && value <= Integer.MAX_VALUE;
        }

        private long global(long member, CommGroups groups) {
            EtAttribute group = CommView.attribute(node, EtNames.PG_NAME);
            List<Integer> ranks = group == null ? null : GroupNames.listed(groups, String.valueOf(group.value()));
            if (ranks == null) {
                return member;
            }
            return member >= 0 && member < ranks.size() ? ranks.get((int) member) : -1;
        }

        void finish() {
            if (changed) {
                draft.replace(at, node);
            }
        }
    }
}
