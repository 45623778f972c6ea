package build.offload.conformance.crash;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The agent as the jar that a Java VM wants, and the two ways to have it loaded. */
public final class CrashAgentJar {

    private static final List<Class<?>> CONTENT =
            List.of(CrashAgent.class, Trail.class, Mark.class, Reporting.class, SelfKill.class);

    private final Path jar;

    private CrashAgentJar(Path jar) {
        this.jar = jar;
    }

    /** Write it into a folder. */
    public static CrashAgentJar in(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", CrashAgent.class.getName());
        attributes.putValue("Agent-Class", CrashAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("crash-agent.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> type : CONTENT) {
                add(out, type);
                for (Class<?> inner : type.getDeclaredClasses()) {
                    add(out, inner);
                }
            }
        }
        return new CrashAgentJar(jar);
    }

    private static void add(JarOutputStream out, Class<?> type) throws IOException {
        String entry = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (InputStream bytes = CrashAgentJar.class.getResourceAsStream("/" + entry)) {
            if (bytes == null) {
                throw new IOException(entry + " is not among the test's classes");
            }
            bytes.transferTo(out);
        }
        out.closeEntry();
    }

    /**
     * Load it into a process that runs.
     *
     * @param trail where the process is to die, as {@link Trail} reads it
     * @throws IOException when the process cannot be reached, or has no such place in its code
     */
    public void loadInto(long pid, String trail) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                machine.loadAgent(jar.toString(), encoded(trail));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException failed) {
            throw new IOException("the product has no such place: " + trail + "; its log says why", failed);
        }
    }

    /** Return the option that has a Java VM begin with it. */
    public String option(String trail) {
        return "-javaagent:" + jar + "=" + encoded(trail);
    }

    /** Without blanks, at which the start script would split it. */
    private static String encoded(String trail) {
        return URLEncoder.encode(trail, StandardCharsets.UTF_8);
    }
}
