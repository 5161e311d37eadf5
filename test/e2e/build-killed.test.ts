import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeFileLock } from '../../src/base/file-lock.js';
import { hashesOf, type Site, startSite } from '../support/build-setup.js';
import { Sandbox } from './sandbox.js';

/** FEEDCTL_PROOF_ROUNDS=30 is the long form: npm run prove site. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 2);
const FEEDS = 8;

const SITE_URL = ['--site-url', 'https://example.org/'];

it(`killed ${ROUNDS} times, the site is the old or the new version, and guids stay`, {
  timeout: 60_000 + ROUNDS * 15_000,
}, async () => {
  const site = await startSite(new Sandbox());
  const feeds = Array.from({ length: FEEDS }, (_, index) => ({
    url: site.publish(`/${index}.xml`, 1),
    slug: `feed-${index}`,
  }));
  site.wants({ feeds, bundles: [{ name: 'All', feeds: feeds.map(({ url }) => url) }] });
  expect(await site.build(SITE_URL)).toMatchObject({ code: 0 });
  const took = await duration(site);

  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = hashesOf(site.out);
    const guids = site.guids('feed-0');
    for (let feed = 0; feed < FEEDS; feed += 1) site.publish(`/${feed}.xml`, round + 1);
    const child = site.user.start(['build', join(site.out, '..', 'feeds.yaml'), ...outOf(site)]);
    // Most of the later half is writing.
    await Promise.race([child, sleep(took * (0.3 + (0.9 * (round - 0.5)) / ROUNDS))]);
    child.kill('SIGKILL');
    await child;

    const killed = hashesOf(site.out);
    for (const name of Object.keys(killed)) expectWhole(site, name);
    const isHalfway = existsSync(join(site.out, '.feedctl-build', 'journal.json'));
    const isOld = JSON.stringify(killed) === JSON.stringify(before);
    expect(await site.build(SITE_URL)).toMatchObject({ code: 0 });
    const after = hashesOf(site.out);
    // Anything but the old version is the new one, or the next build completes it.
    if (!isOld && !isHalfway) expect(killed).toEqual(after);
    for (const { slug } of feeds) {
      expect(Object.keys(site.guids(slug))).toHaveLength(round + 1);
    }
    expect(site.guids('feed-0')).toMatchObject(guids);
    expect(existsSync(join(site.out, '.feedctl-build'))).toBe(false);
  }
});

it('one folder is built by one process at a time, whatever it is called', async () => {
  const site = await startSite(new Sandbox());
  site.wants({ feeds: [{ url: site.publish('/0.xml', 1), slug: 'feed-0' }] });
  expect(await site.build(SITE_URL)).toMatchObject({ code: 0 });
  const other = `${site.out}-link`;
  symlinkSync(site.out, other);
  const file = join(site.out, '..', 'feeds.yaml');
  const release = await takeFileLock(join(site.out, '.feedctl-build.lock'));
  const refused = await site.user.run(['build', file, '--out', other]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(`The output directory is in use by process ${process.pid}`);
  await release();
  expect(await site.user.run(['build', file, '--out', other])).toMatchObject({ code: 0 });
  expect(existsSync(join(site.out, '.feedctl-build.lock'))).toBe(false);
});

function outOf({ out }: Site<Sandbox>): string[] {
  return ['--out', out, ...SITE_URL];
}

/** How long a build takes on this machine, in milliseconds. */
async function duration(site: Site<Sandbox>): Promise<number> {
  const started = performance.now();
  await site.user.runProcess(['build', join(site.out, '..', 'feeds.yaml'), ...outOf(site)]);
  return performance.now() - started;
}

function expectWhole({ out }: Site<Sandbox>, name: string): void {
  const text = readFileSync(join(out, name), 'utf8');
  if (name.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow();
  else expect(text.trimEnd()).toMatch(/<\/(?:rss|feed|opml|html)>$/);
}
