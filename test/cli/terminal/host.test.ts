import { expect, it } from 'vitest';
import { processHost } from '../../../src/cli/terminal/host.js';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
  ['SIGQUIT', 143],
] as const)('%s ends a command with %i, until the host is released', (name, exitCode) => {
  const before = process.listeners(name);
  const host = processHost([]);
  const [handler] = process.listeners(name).filter((each) => !before.includes(each));
  expect(host.signal.aborted).toBe(false);
  handler?.(name);
  expect(host.signal.reason).toMatchObject({ exitCode });
  host.release();
  expect(process.listeners(name)).toEqual(before);
});
