/**
 * The only way state changes: one pipeline that checks replay, revision and guard, journals the intent, applies the effect and
 * writes its events, in one order and in one place.
 */
package build.offload.kernel.transition;
