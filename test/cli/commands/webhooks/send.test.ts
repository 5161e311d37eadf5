import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { startServer } from '../../../support/loopback-server.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it.each([
  [200, 0, ''],
  [299, 0, ''],
  [300, 5, 'HTTP 300'],
  [401, 5, 'Check that the receiver has the same secret.'],
  [499, 5, 'HTTP 499'],
  [500, 7, 'HTTP 500'],
])('webhooks send: an answer of %i is exit %i', async (status, exitCode, said) => {
  const receiver = await startServer((_, response) => response.writeHead(status).end('thanks'));
  onTestFinished(() => receiver.close());
  const home = temporaryDirectory();
  const secret = join(home, 'secret.txt');
  writeFileSync(secret, `whsec_${Buffer.alloc(32).toString('base64')}`, { mode: 0o600 });
  const argv = ['webhooks', 'send', '--to', receiver.origin, '--secret-file', secret, '--json'];
  const { code, stdout, stderr } = await run(argv, { env: { HOME: home } });
  expect(JSON.parse(stdout)).toMatchObject({ status, response: 'thanks' });
  expect(code).toBe(exitCode);
  expect(stderr).toContain(said);
  expect(stderr.includes('same secret')).toBe(status === 401);
});
