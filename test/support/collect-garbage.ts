import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** libsql closes a connection for good when its statements are collected; this does so now. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What the first round found dead is finalised by now.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
}
