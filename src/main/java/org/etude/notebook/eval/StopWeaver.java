// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Weaves the stop check into the classes of cells: before each backward jump and at each method's entry. The check is
 * an invokedynamic on the loader's {@link StopSite}, which the JIT compiles away while no cell is to stop.
 */
final class StopWeaver extends ClassVisitor {
    private static final Handle BOOTSTRAP = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(StopSite.class),
            "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private static final Set<String> WAITING = Set.of(
            "java/net/ServerSocket.accept()Ljava/net/Socket;",
            "java/net/Socket.getInputStream()Ljava/io/InputStream;",
            "java/net/DatagramSocket.receive(Ljava/net/DatagramPacket;)V");

    private static final Set<String> ENDING =
            Set.of("java/lang/System.exit(I)V", "java/lang/Runtime.exit(I)V", "java/lang/Runtime.halt(I)V");

    private StopWeaver(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The class with checks; the stack and frames of its methods are unchanged. */
    static byte[] weave(byte[] bytecode) {
        ClassReader reader = new ClassReader(bytecode);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new StopWeaver(writer), 0);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, type, signature, exceptions);
        boolean constructor = name.charAt(0) == '<';
        return new Checks(next, !constructor);
    }

    /** Writes the checks into one method. */
    private static final class Checks extends MethodVisitor {
        private final boolean atEntry;
        private final Set<Label> passed = new HashSet<>();

        Checks(MethodVisitor next, boolean atEntry) {
            super(Opcodes.ASM9, next);
            this.atEntry = atEntry;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (atEntry) {
                check();
            }
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label target) {
            if (passed.contains(target)) {
                check();
            }
            super.visitJumpInsn(opcode, target);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean ofInterface) {
            boolean ofClass = opcode == Opcodes.INVOKESTATIC;
            if (ofClass || opcode == Opcodes.INVOKEVIRTUAL) {
                Handle called = called(ofClass, owner, name, type);
                if (called != null) {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, called.getOwner(), name, called.getDesc(), false);
                    return;
                }
            }
            super.visitMethodInsn(opcode, owner, name, type, ofInterface);
        }

        /** A method reference is an argument of the call that makes its function. */
        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            Object[] replaced = arguments.clone();
            for (int i = 0; i < replaced.length; i++) {
                if (replaced[i] instanceof Handle method) {
                    boolean ofClass = method.getTag() == Opcodes.H_INVOKESTATIC;
                    Handle called = called(ofClass, method.getOwner(), method.getName(), method.getDesc());
                    replaced[i] = called == null ? method : called;
                }
            }
            super.visitInvokeDynamicInsn(name, type, bootstrap, replaced);
        }

        /**
         * What is called instead of a method that waits for a socket, one of {@link Blocking}, or that ends the process,
         * one of {@link KernelExit}; null for any other.
         */
        private static Handle called(boolean ofClass, String owner, String name, String type) {
            String method = owner + '.' + name + type;
            boolean ends = ENDING.contains(method);
            if (!ends && !WAITING.contains(method)) {
                return null;
            }
            String instead = Type.getInternalName(ends ? KernelExit.class : Blocking.class);
            String withReceiver = ofClass ? type : "(L" + owner + ';' + type.substring(1);
            return new Handle(Opcodes.H_INVOKESTATIC, instead, name, withReceiver, false);
        }

        private void check() {
            super.visitInvokeDynamicInsn("stopCheck", "()V", BOOTSTRAP);
        }
    }
}
