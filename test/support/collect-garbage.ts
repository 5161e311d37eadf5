import { collectGarbage as collect } from '../../src/service/app/idle-memory.js';

/** libsql closes a connection for good when its statements are collected; this does so now. */
export async function collectGarbage(): Promise<void> {
  await collect();
  // What the first round found dead is finalised by now.
  await new Promise((resolve) => setImmediate(resolve));
  await collect();
}
