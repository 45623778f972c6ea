/** How the controller finds out what a host can do. */
package build.offload.spi.probe;
