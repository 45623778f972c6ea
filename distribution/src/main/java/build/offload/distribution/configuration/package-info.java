/** Where our files are, and what the configuration file says. It is read, never written. */
package build.offload.distribution.configuration;
