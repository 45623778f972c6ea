/**
 * Where the world gets in: the clock, randomness, processes and threads. No other package of the kernel reads them, so that a
 * whole controller runs under a simulated clock.
 */
package build.offload.kernel.world;
