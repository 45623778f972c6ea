/** Reads our TOML files strictly: every problem names file, line and key. */
package build.offload.distribution.toml;
