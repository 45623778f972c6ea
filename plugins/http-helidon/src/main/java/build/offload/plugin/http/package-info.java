/** The wire contract and the operator API over HTTP. */
package build.offload.plugin.http;
