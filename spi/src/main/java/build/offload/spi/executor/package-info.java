/** How attempts get onto build hosts, and how their outputs come back into staging. */
package build.offload.spi.executor;
