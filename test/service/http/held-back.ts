import type { ServerParts } from '../../../src/service/http/server.js';

export interface HeldBack {
  fetch: ServerParts['fetch'];
  /** Settles when the request is there. */
  arrival: Promise<void>;
  /** Lets the answer go. */
  release(): void;
}

/** A handler that answers only when the test says so. */
export function heldBack(): HeldBack {
  const [gate, release] = signal();
  const [arrival, arrived] = signal();
  return {
    arrival,
    release,
    async fetch() {
      arrived();
      await gate;
      return new Response('at last');
    },
  };
}

function signal(): [Promise<void>, () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, () => give()];
}
