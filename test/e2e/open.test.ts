import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../fakes/hosted-dialect.js';
import { Sandbox } from './sandbox.js';

// A stand-in for xdg-open: which browser the real one chooses depends on the machine's desktop.
it.runIf(process.platform === 'linux')('starts the browser', async () => {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const { id } = hosted.state().addFeed({ source_url: 'https://news.example/', title: 'News' });
  const user = new Sandbox(hosted.variables);
  const bin = join(user.home, 'bin');
  const log = join(user.home, 'log');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$*" >> '${log}'\n`);
  chmodSync(join(bin, 'xdg-open'), 0o755);

  const PATH = `${bin}:${user.env.PATH}`;
  expect(await user.runProcess(['open', id, '--json'], { env: { PATH } })).toMatchObject({
    code: 0,
  });

  // The program does not wait for the browser.
  await expect.poll(() => readFile(log, 'utf8')).toBe(`${hosted.url}/feeds/${id}.xml\n`);
});
