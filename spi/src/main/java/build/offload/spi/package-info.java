/** What every plugin kind has in common. */
package build.offload.spi;
