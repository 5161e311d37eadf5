import { expect, it } from 'vitest';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const WARNING =
  'Warning: The environment variable FEEDCTL_HOST_INTERVALL has no effect. Did you mean FEEDCTL_HOST_INTERVAL? All: feedctl help environment\n';

it('a variable that is spelled almost like a setting is named once, also with -q, and changes nothing else', async () => {
  const env = { HOME: temporaryDirectory(), FEEDCTL_HOST_INTERVALL: '2s' };
  for (const flags of [[], ['-q']]) {
    const { code, stdout, stderr } = await run(['feeds', 'list', '--json', ...flags], { env });
    expect({ code, stdout: stdout.trim(), stderr }).toEqual({
      code: 0,
      stdout: '[]',
      stderr: WARNING,
    });
  }
});

it('serve names it, too', async () => {
  const env = { HOME: temporaryDirectory(), FEEDCTL_HOST_INTERVALL: '2s', FEEDCTL_PORT: 'x' };
  const { code, stderr } = await run(['serve'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain(WARNING);
  expect(stderr).toContain('FEEDCTL_PORT must be a whole number from 0 to 65535');
});

it('the variable of a secret is no mistake', async () => {
  const env = { HOME: temporaryDirectory(), FEEDCTL_MEMBERS_COOKIE: 'x', FEEDCTL_API_TOKEN_A: 'x' };
  const { stderr } = await run(['feeds', 'list', '--json'], { env });
  expect(stderr).toBe('');
});
