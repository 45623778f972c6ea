/** The ledger: how a job goes from submission to its end, and what each attempt of it brought. */
package build.offload.kernel.job;
