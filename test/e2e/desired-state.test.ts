import { expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../fakes/hosted-dialect.js';
import { fileOf } from '../support/sandbox.js';
import { Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const B = 'https://b.example/';

/** A user of an empty account, with a file of one feed. */
async function userWithFile() {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const user = new Sandbox(hosted.variables);
  return { hosted, user, file: fileOf(user, 'f.yaml', `feeds: [{ url: ${B} }]\n`) };
}

it('a plan is coloured on a terminal, and plain there with NO_COLOR', async () => {
  const { user, file } = await userWithFile();
  const terminal = new Terminal(user, ['plan', file]);
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen).toContain(`\u001b[32m+ feed ${B}\u001b[39m`);
  const plain = await user.run(['plan', file], {
    terminals: ['stdin', 'stdout', 'stderr'],
    env: { NO_COLOR: '1' },
  });
  expect(plain.code).toBe(0);
  expect(plain.stdout).toContain(`+ feed ${B}`);
  expect(plain.stdout + plain.stderr).not.toContain('\u001b');
});

it('apply asks at a terminal and changes nothing on no', async () => {
  const { hosted, user, file } = await userWithFile();
  const terminal = new Terminal(user, ['apply', file]);
  await terminal.shows('Apply this change?');
  terminal.type('n\r');
  expect(await terminal.ended).toBe(1);
  expect(terminal.text()).toContain('Nothing was changed.');
  expect(hosted.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
