import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const COMPRESSED = fileURLToPath(
  new URL('../../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')),
);

/**
 * Path of a real Chromium, unpacked once from the npm package that carries it. The package's own
 * unpacking writes in place: a second test process would run half of a file. Of several processes that
 * unpack it at once, the first one wins: a Chromium whose file is replaced while it starts crashes.
 */
export async function chromiumPath(): Promise<string> {
  const folder = join(tmpdir(), 'feedctl-test-chromium-147.0.0');
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const part = `${path}.${randomUUID()}`;
  await pipeline(
    createReadStream(COMPRESSED),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o755 }),
  );
  await link(part, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(part);
  return path;
}

/** Chromium has no sandbox for root, who runs the tests in most containers. */
export const noSandbox = process.getuid?.() === 0;
