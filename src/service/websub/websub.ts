import { type SubscriptionLoop, startSubscriptionLoop } from './loop.js';
import { createReceiver, type Push, type Received } from './receive.js';
import { type Verification, verify } from './verify.js';
import type { WebSubDeps } from './websub-deps.js';

/** Feeds that hubs push (W3C WebSub): subscriptions and pushed documents. */
export interface WebSub {
  /** See `verify`. */
  verify(id: string, verification: Verification): Promise<string | null>;
  /** True if a push to this callback would be read. */
  expects(id: string): Promise<boolean>;
  receive(id: string, push: Push): Promise<Received>;
  /** Subscribes and renews; does nothing while there is no public address. */
  startLoop(): SubscriptionLoop;
}

export function createWebSub(deps: WebSubDeps): WebSub {
  return {
    verify: (id, verification) => verify(deps, id, verification),
    ...createReceiver(deps),
    startLoop: () => startSubscriptionLoop(deps),
  };
}
