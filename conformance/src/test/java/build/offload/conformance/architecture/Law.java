package build.offload.conformance.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * One rule about the product's classes, together with code that breaks it. A rule that selects nothing passes just as well
 * as a rule that is obeyed; only the offenders tell the two apart.
 *
 * @param id the rule's id, which is part of its failure message
 * @param rule the rule
 * @param offenders classes that break the rule together; the message has to name the first
 */
record Law(String id, ArchRule rule, List<Class<?>> offenders) {

    static Law law(String id, String says, String because, ArchRule rule, Class<?>... offenders) {
        return new Law(id, rule.as(id + ": " + says).because(because).allowEmptyShould(true), List.of(offenders));
    }

    @Override
    public String toString() {
        return rule.getDescription();
    }
}
