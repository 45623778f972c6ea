/** How the tests find what this repository's plugins provide. */
package build.offload.conformance.provider;
