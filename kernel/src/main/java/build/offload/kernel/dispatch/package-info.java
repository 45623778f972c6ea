/** Decides where a waiting job goes: one queue, eligible hosts, the least loaded of them. Pure over one consistent read. */
package build.offload.kernel.dispatch;
