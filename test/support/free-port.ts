import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of every address of this machine that is free, and stays so until the caller takes it.
 * It lies below the ports that systems give out themselves (from 32768 on Linux, from 49152 by
 * RFC 6335), so no connection and no server of a test beside this one takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
