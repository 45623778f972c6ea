/** The domain's values; each is checked when it is built, so an invalid one cannot exist. */
package build.offload.spi.model;
