import { expect, it } from 'vitest';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const FEED = 'Name a feed by its title, address or id: feedctl feeds list';
const BUNDLE = 'Name a bundle by its name or id: feedctl bundles list';
const WEBHOOK = 'Name a webhook by its id: feedctl webhooks list';
const PROFILE = 'Name a profile: feedctl profiles list';
const KEY = 'Name a key by its id: feedctl keys list';
const ACCOUNT = 'Name an account by its name or id: feedctl accounts list';

it.each([
  ['feeds get', FEED],
  ['feeds delete --yes', FEED],
  ['feeds update --title Mine', FEED],
  ['feeds pause', FEED],
  ['feeds history', FEED],
  ['feeds edit', FEED],
  ['settings get', FEED],
  ['settings set --every 1h', FEED],
  ['bundles get', BUNDLE],
  ['bundles delete --yes', BUNDLE],
  ['bundles add', BUNDLE],
  ['bundles add News', FEED],
  [
    'open',
    'Name a feed or a bundle by its title or id: feedctl feeds list, or feedctl bundles list',
  ],
  ['webhooks get', WEBHOOK],
  ['webhooks test', WEBHOOK],
  ['webhooks resend --since 1h', WEBHOOK],
  ['profiles use', PROFILE],
  ['profiles delete', PROFILE],
  ['keys revoke', KEY],
  ['accounts get', ACCOUNT],
])('%s says how to name what is missing, without a terminal', async (line, message) => {
  const { code, stdout, stderr } = await run(line.split(' '), {
    env: { HOME: temporaryDirectory() },
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(`Error: ${message}\n`);
});

it('leaves files and other words to the help', async () => {
  const { code, stderr } = await run(['import'], { env: { HOME: temporaryDirectory() } });
  expect(code).toBe(2);
  expect(stderr).toBe(
    "Error: Missing required argument 'file'.\nHint: See: feedctl import --help\n",
  );
});

it('says another mistake first, and shows the help when that is asked for', async () => {
  const wrong = await run(['feeds', 'get', '--sort', 'size']);
  expect(wrong.stderr).toContain('--sort takes');
  expect((await run(['feeds', 'get', '--help'])).stdout).toContain('Usage: feedctl feeds get');
});

it('offers nothing where there is nothing, on a terminal', async () => {
  const { code, stderr } = await run(['bundles', 'get'], {
    env: { HOME: temporaryDirectory() },
    terminals: ['stdin', 'stderr'],
  });
  expect(code).toBe(3);
  expect(stderr).toContain('There is no bundle yet.');
});
