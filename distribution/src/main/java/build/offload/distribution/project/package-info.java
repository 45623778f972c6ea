/** What is to be built: the checkout around the current folder, and the commands its project file names. */
package build.offload.distribution.project;
