/** How verified outputs get from staging into a live checkout. */
package build.offload.spi.publish;
