// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class with one of its conditional jumps taken always or never: its bytecode is rewritten and defined under another name. */
final class BranchMutants {
    /** Memory of flows that come and go, and the check of inputs: no rules of a congestion control. */
    private static final Set<String> NO_RULES = Set.of("<init>", "begins", "ends", "start");

    /** One change: the index counts the jumps of a method from 0. */
    record Mutant(String method, int index, int line, boolean taken) {
        @Override
        public String toString() {
            return method + " jump " + index + (taken ? " always" : " never");
        }
    }

    private final AtomicInteger defined = new AtomicInteger();
    private final Class<?> original;
    private final byte[] code;

    BranchMutants(Class<?> original) throws IOException {
        this.original = original;
        try (InputStream in = original.getResourceAsStream(original.getSimpleName() + ".class")) {
            code = Objects.requireNonNull(in).readAllBytes();
        }
    }

    /** All changes, two for each jump. */
    List<Mutant> all() {
        List<Mutant> found = new ArrayList<>();
        new ClassReader(code).accept(new Rewriter(null, null, found), 0);
        return found;
    }

    /** The class with one change. */
    Class<?> define(Mutant mutant) throws IllegalAccessException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        new ClassReader(code).accept(new Rewriter(writer, mutant, new ArrayList<>()), ClassReader.SKIP_FRAMES);
        return MethodHandles.lookup().defineClass(renamed(writer.toByteArray()));
    }

    /** The class under another name of the same length, so that both can be loaded. */
    private byte[] renamed(byte[] changed) {
        String name = original.getSimpleName();
        String other = Integer.toString(defined.incrementAndGet(), Character.MAX_RADIX);
        int zeros = name.length() - 2 - other.length();
        // The last letter tells Dcqcn from Dctcp.
        String padded = name.charAt(0) + "0".repeat(zeros) + other + name.charAt(2);
        String text = new String(changed, StandardCharsets.ISO_8859_1);
        return text.replaceAll("congestion/" + name + "(?![A-Za-z$])", "congestion/" + padded)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Rewriter extends ClassVisitor {
        private final Mutant mutant;
        private final List<Mutant> found;

        Rewriter(ClassVisitor next, Mutant mutant, List<Mutant> found) {
            super(Opcodes.ASM9, next);
            this.mutant = mutant;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] errors) {
            MethodVisitor next = super.visitMethod(access, name, type, signature, errors);
            return NO_RULES.contains(name) ? next : new JumpRewriter(next, name, this);
        }
    }

    private static final class JumpRewriter extends MethodVisitor {
        private final String method;
        private final Rewriter rewriter;
        private int jumps;
        private int line;

        JumpRewriter(MethodVisitor next, String method, Rewriter rewriter) {
            super(Opcodes.ASM9, next);
            this.method = method;
            this.rewriter = rewriter;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitJumpInsn(int opcode, Label target) {
            if (opcode == Opcodes.GOTO) {
                super.visitJumpInsn(opcode, target);
                return;
            }
            int index = jumps++;
            rewriter.found.add(new Mutant(method, index, line, true));
            rewriter.found.add(new Mutant(method, index, line, false));
            Mutant wanted = rewriter.mutant;
            if (wanted == null || !wanted.method().equals(method) || wanted.index() != index) {
                super.visitJumpInsn(opcode, target);
                return;
            }
            boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
            super.visitInsn(two ? Opcodes.POP2 : Opcodes.POP);
            if (wanted.taken()) {
                super.visitJumpInsn(Opcodes.GOTO, target);
            }
        }
    }
}
