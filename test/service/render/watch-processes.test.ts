import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { watchProcesses } from '../../../src/service/render/watch-processes.js';

const LIMITS = { memoryBytes: 1e9, processes: 20 };

/** A process that runs this script with a shell of its own as its child. */
async function family(script: string): Promise<number> {
  const child = spawn('sh', ['-c', `sh -c "$0"; true`, `echo up; ${script}; sleep 60`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

it('tells when a descendant takes more memory than the limit', async () => {
  const root = await family(`node -e 'a = Buffer.alloc(3e8, 1); setInterval(() => a, 1e3)'`);
  const { signal } = new AbortController();
  expect(await watchProcesses(root, { ...LIMITS, memoryBytes: 2e8 }, signal)).toBe(
    'makes the browser use more than 0.2 GB of memory',
  );
});

it('tells when there are too many processes', async () => {
  const root = await family('for i in 1 2 3 4 5; do sleep 60 & done');
  const { signal } = new AbortController();
  expect(await watchProcesses(root, { ...LIMITS, processes: 5 }, signal)).toContain(
    'more than 5 processes',
  );
});

it('tells nothing of others, and ends with its signal', async () => {
  const controller = new AbortController();
  const watch = watchProcesses(
    await family('true'),
    { ...LIMITS, processes: 3 },
    controller.signal,
  );
  setTimeout(() => controller.abort(), 500);
  expect(await watch).toBeNull();
});

it('ends when there is no such process', async () => {
  expect(await watchProcesses(2 ** 30, LIMITS, new AbortController().signal)).toBeNull();
});
