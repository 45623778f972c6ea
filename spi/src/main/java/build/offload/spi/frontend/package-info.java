/** What a frontend may ask of the controller, and who is let in. */
package build.offload.spi.frontend;
