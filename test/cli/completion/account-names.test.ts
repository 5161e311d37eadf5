import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountNames } from '../../../src/cli/completion/account-names.js';
import { type HostedDialect, startHostedDialect } from '../../fakes/hosted-dialect.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

let hosted: HostedDialect;
beforeEach(async () => {
  hosted = await startHostedDialect();
  hosted.state().addFeed({ id: 'f', source_url: 'https://a.example/', title: 'Feed' });
  hosted.state().addBundle({ id: '_b', name: 'Bundle' });
});
afterEach(() => hosted.close());

const NAMES = { feeds: [['f', 'Feed']], bundles: [['_b', 'Bundle']] };

/** A user whose account is asked for names, and the file in which they are kept. */
function user() {
  const cache = temporaryDirectory();
  const env = { HOME: cache, XDG_CACHE_HOME: cache, ...hosted.variables };
  const directory = () => join(cache, 'feedctl');
  const file = () => join(directory(), readdirSync(directory())[0] ?? '');
  return {
    env,
    file,
    names: (more: object = {}) => accountNames({ ...env, ...more }, new Map()),
    /** Makes the stored names as old as this. */
    aged(milliseconds: number, names: object = {}) {
      const stored = JSON.parse(readFileSync(file(), 'utf8'));
      const at = Date.now() - milliseconds;
      writeFileSync(file(), JSON.stringify({ ...stored, ...names, at }));
    },
  };
}

it('are asked for once a minute', async () => {
  const { names, aged } = user();
  expect(await names()).toMatchObject(NAMES);
  expect(hosted.requests.map(({ path, query }) => [path, query.limit])).toEqual([
    ['/v1/feeds', '100'],
    ['/v1/bundles', '100'],
  ]);
  const ages: [number, number][] = [
    [0, 2],
    [50_000, 2],
    [61_000, 4],
    // By a clock that was set back since.
    [-50_000, 6],
  ];
  for (const [age, requests] of ages) {
    aged(age);
    expect(await names()).toMatchObject(NAMES);
    expect([age, hosted.requests.length]).toEqual([age, requests]);
  }
});

it('of another account are not those that were kept, and what was kept serves while there is no answer', async () => {
  const { names, aged, file } = user();
  await names();
  expect(file()).not.toContain(hosted.account.key);
  aged(61_000, { feeds: [['old', 'Old']] });
  hosted.fault({ times: 9, fault: { kind: 'json', status: 401, body: {} } });
  expect(await names()).toMatchObject({ feeds: [['old', 'Old']] });
  expect(await names({ FEEDCTL_API_KEY: 'c_other' })).toEqual({ feeds: [], bundles: [] });
});

it.each([
  ['[]'],
  ['null'],
  ['{'],
  ['{"version":1,"feeds":[],"bundles":[]}'],
  [`{"version":2,"at":${Date.now()},"feeds":[],"bundles":[]}`],
  [`{"version":1,"at":${Date.now()},"feeds":[["f"],[5]],"bundles":[]}`],
  [`{"version":1,"at":${Date.now()},"feeds":[],"bundles":{}}`],
])('are asked for again where the file is %s', async (text) => {
  const { names, file } = user();
  await names();
  writeFileSync(file(), text);
  expect(await names()).toMatchObject(NAMES);
  expect(hosted.requests).toHaveLength(4);
});

it('are none without a database, which is not made for them', async () => {
  const home = temporaryDirectory();
  expect(await accountNames({ HOME: home }, new Map())).toEqual({ feeds: [], bundles: [] });
  expect(readdirSync(home)).toEqual([]);
});
