package build.offload.kernel.reconcile;

import build.offload.kernel.store.Store;
import build.offload.kernel.world.WallClock;

/** What every loop works with. */
record Workings(Store store, Transitions transitions, Lanes lanes, WallClock clock, LoopSettings settings) {}
