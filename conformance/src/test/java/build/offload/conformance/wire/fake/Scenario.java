package build.offload.conformance.wire.fake;

/** What a fake's cluster looks like. */
public enum Scenario {
    /** Builders, one of them ill; a queue that is stuck, a lease, jobs in every stage: whatever may be there is there. */
    BUSY("""
            {
              "desired": "available", "observed": "available", "revision": 0,
              "lease": {"active": true, "host": "laptop", "expiresAt": "2026-07-18T10:30:00Z", "reason": "overloaded"},
              "capacity": {"builders": 3, "idleSlots": 2, "overloaded": true},
              "reconciler": {"healthy": true, "lastAt": "2026-07-18T09:30:00.125Z"},
              "dispatch": {"state": "wedged", "detail": "nothing was dispatched", "host": "debian1"},
              "hosts": {
                "laptop": {"state": "available", "role": "workstation"},
                "debian1": {"state": "available", "role": "builder", "primary": true, "capability": {"probes": [
                  {"command": "cargo", "ok": true, "version": "1.90.0", "checkedAt": "2026-07-18T09:29:00Z"},
                  {"command": "gcc", "ok": false, "detail": "not found", "checkedAt": "2026-07-18T09:29:00Z"}]}},
                "debian2": {"state": "degraded", "role": "builder", "capability": {
                  "probes": [], "circuitOpen": true, "missingCommand": "playwright browsers"}},
                "debian3": {"state": "restoring", "role": "builder", "enrolling": true}
              },
              "queue": {
                "depth": 2, "oldestAgeSeconds": 61.5, "p95AgeSeconds": 61.5, "sloSeconds": 60, "dispatchTarget": "debian1",
                "spill": {"active": true}, "wedge": {"host": "debian1", "detail": "two tickets wait"},
                "tickets": [
                  {"position": 1, "key": "k1", "repo": "overdeck", "owner": {"pid": 4711, "starttime": 99001, "label": "shell"},
                   "enqueueAgeSeconds": 61.5, "state": "waiting", "dispatchTarget": "debian1"},
                  {"position": 2, "key": "k2", "repo": "overdeck", "owner": {"pid": 4712, "starttime": 99002},
                   "enqueueAgeSeconds": 12, "state": "blocked"}]
              },
              "jobs": [
                {"id": "%1$s", "repo": "overdeck", "snapshot": "s1", "stage": "running", "host": "debian1",
                 "rc": null, "pullBytes": null, "pullDurationSeconds": null},
                {"id": "%2$s", "repo": "overdeck", "snapshot": "s2", "stage": "succeeded", "host": "debian1",
                 "rc": 0, "pullBytes": 1024, "pullDurationSeconds": 0.25, "publication": {"state": "promoted"}},
                {"id": "%3$s", "repo": "overdeck", "snapshot": "s3", "stage": "blocked", "host": "debian2",
                 "rc": 0, "pullBytes": 10, "pullDurationSeconds": 0.1,
                 "publication": {"state": "blocked", "reason": "checkout-changed"}}]
            }
            """, """
            # HELP build_offload_queue_depth The number of jobs that wait.
            # TYPE build_offload_queue_depth gauge
            build_offload_queue_depth 2.0
            # TYPE build_offload_queue_oldest_age_seconds gauge
            build_offload_queue_oldest_age_seconds 61.5
            # TYPE build_offload_queue_age_p95_seconds gauge
            build_offload_queue_age_p95_seconds 61.5
            # TYPE build_offload_fallback_lease_expired gauge
            build_offload_fallback_lease_expired 0.0
            # TYPE build_offload_artifact_cas_mismatch_total counter
            build_offload_artifact_cas_mismatch_total 1.0
            # TYPE build_offload_exit_total counter
            build_offload_exit_total{host="debian2",command="say \\"hi\\"",code="127"} 3.0
            """, "debian1", "debian2", "debian3"),
    /** Nothing at all, in the first second. */
    EMPTY("""
            {
              "desired": "available", "observed": "available", "revision": 0,
              "lease": {"active": false},
              "capacity": {"builders": 0, "idleSlots": 0, "overloaded": false},
              "reconciler": {"healthy": true},
              "dispatch": {"state": "paused", "detail": "no-builders"},
              "hosts": {"laptop": {"state": "available", "role": "workstation"}},
              "queue": {"depth": 0, "oldestAgeSeconds": 0, "p95AgeSeconds": 0, "sloSeconds": 60, "tickets": []},
              "jobs": []
            }
            """, """
            build_offload_queue_depth 0.0
            build_offload_queue_oldest_age_seconds 0.0
            build_offload_queue_age_p95_seconds 0.0
            build_offload_fallback_lease_expired 0.0
            build_offload_artifact_cas_mismatch_total 0.0
            """);

    private final String status;
    private final String metrics;

    Scenario(String status, String clusterMetrics, String... builders) {
        this.status = status.formatted("a".repeat(64), "b".repeat(64), "c".repeat(64));
        StringBuilder all = new StringBuilder(clusterMetrics);
        for (String builder : builders) {
            HostSeries.append(all, builder);
        }
        this.metrics = all.toString();
    }

    String status() {
        return status;
    }

    String metrics() {
        return metrics;
    }

    boolean hasLease() {
        return this == BUSY;
    }
}
