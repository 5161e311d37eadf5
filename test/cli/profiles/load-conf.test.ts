import { expect, it, onTestFinished } from 'vitest';
import { loadConf } from '../../../src/cli/profiles/load-conf.js';

it('loading conf leaves the listeners of signals as they were', async () => {
  const mine = () => {};
  process.on('SIGUSR2', mine);
  onTestFinished(() => void process.off('SIGUSR2', mine));
  const counts = () => ['SIGINT', 'SIGTERM', 'SIGUSR2'].map((name) => process.listenerCount(name));
  const before = counts();
  await loadConf();
  expect(process.listeners('SIGUSR2')).toContain(mine);
  expect(counts()).toEqual(before);
});
