/** Promotes declared outputs file by file, with a journal. */
package build.offload.plugin.publish.files;
