package build.offload.plugin.http;

/** What is done at one address; runs on the request's own virtual thread and may block as long as the controller does. */
@FunctionalInterface
interface Endpoint {
    Reply answer(Request request);
}
