/** Puts the kernel together and is all that a launcher sees of it. */
package build.offload.kernel.controller;
