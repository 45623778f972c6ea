package build.offload.distribution;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Takes the signals a person or the system sends to end this process. A shutdown hook hears of the first one only, and a
 * second interrupt has a meaning of its own here; the JDK has no supported way to hear it. {@code jdk.unsupported} exports
 * this one, and the compiler warns of any use without a way to say that it is meant; hence the reflection.
 */
public final class Signals {

    private Signals() {}

    /** Call an action, in a thread of its own, for each signal of that name ({@code INT}, {@code TERM}) from now on. */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, new Handler(action));
            signal.getMethod("handle", signal, handlerType)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), handler);
        } catch (InvocationTargetException refused) {
            throw new IllegalStateException("the signal " + name + " cannot be taken", refused.getCause());
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(
                    "signals cannot be taken: jdk.unsupported is missing from this Java", absent);
        }
    }

    /** Stands behind the proxy: the one method of the interface runs the action, those of every object are its own. */
    private record Handler(Runnable action) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
                throws ReflectiveOperationException {
            if (!method.getName().equals("handle")) {
                return method.invoke(this, arguments);
            }
            action.run();
            return null;
        }
    }
}
