import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

async function withFeed(env: Record<string, string> = {}) {
  const sandbox = new Sandbox(env);
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const url = web.publish('/one.xml', { title: 'One', items: numberedItems(2) });
  const id = (await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
  return { sandbox, web, id };
}

describe('when a feed is fetched', () => {
  it('is said by feeds get, and set by feeds update, pause and resume', async () => {
    const { sandbox, id } = await withFeed();
    const next = async () => {
      const feed = JSON.parse(await sandbox.output('feeds', 'get', id, '--json'));
      return [feed.next_fetch_reason, typeof feed.next_fetch_at];
    };
    expect(await next()).toEqual(['ceiling', 'string']);
    await sandbox.output('feeds', 'update', id, '--every', '6h');
    expect(await next()).toEqual(['interval', 'string']);
    const paused = await sandbox.output('feeds', 'pause', id, '--json');
    expect(JSON.parse(paused)).toMatchObject([{ id, next_fetch_at: null }]);
    expect(await next()).toEqual(['paused', 'object']);
    const refreshed = await sandbox.output('refresh', id, '--json');
    expect(JSON.parse(refreshed)).toMatchObject([{ id, next_refresh_at: null }]);
    await sandbox.output('feeds', 'pause', id);
    await sandbox.output('feeds', 'resume', id);
    expect(JSON.parse(await sandbox.output('settings', 'get', id, '--json'))).toMatchObject({
      interval: '6h',
    });
    expect(await next()).toEqual(['interval', 'string']);
    await sandbox.output('feeds', 'resume', id);
    expect(await next()).toEqual(['interval', 'string']);
  });

  it('leaves out quiet hours', async () => {
    const { sandbox, id } = await withFeed();
    const zone = ['--time-zone', 'Europe/Berlin'];
    await sandbox.output('feeds', 'update', id, '--quiet-hours', '0:00-23:59', ...zone);
    const settings = JSON.parse(await sandbox.output('settings', 'get', id, '--json'));
    expect(settings).toMatchObject({ quiet_hours: '00:00-23:59 Europe/Berlin' });
    const feed = JSON.parse(await sandbox.output('feeds', 'get', id, '--json', '--no-refresh'));
    expect(feed.next_fetch_reason).toBe('quiet_hours');
    await sandbox.output('settings', 'set', id, '--quiet-hours', 'none');
    expect(JSON.parse(await sandbox.output('settings', 'get', id, '--json'))).toEqual({
      customAuthor: null,
    });
  });

  it.each([
    [['--quiet-hours', '22-6'], '22:00-06:00'],
    [['--quiet-hours', '22:00-06:00', '--time-zone', 'Mars/Olympus'], 'Europe/Berlin'],
    [['--time-zone', 'Europe/Berlin'], '--quiet-hours'],
    [['--every', '5s'], '1m'],
  ])('refuses %j', async (flags, hint) => {
    const { sandbox, id } = await withFeed();
    const { code, stderr } = await sandbox.run(['feeds', 'update', id, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });
});

describe('a clock that was ahead, and was put back', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['refresh', '--due'],
    ['items', '--limit', '1'],
  ])('is repaired by feedctl %s %s, without serve', async (...words) => {
    const { sandbox, web } = await withFeed();
    const now = Date.now();
    for (const days of [7, 0]) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + days * 86_400_000 });
      await sandbox.output('refresh', '--all');
      await sandbox.output('refresh', '--due');
    }
    vi.setSystemTime(now + 7 * 86_400_000);
    await sandbox.output('refresh', '--all');
    const before = web.hits('/one.xml');
    vi.setSystemTime(now + 60_000);
    await sandbox.output(...words);
    expect(web.hits('/one.xml')).toBe(before + 1);
    await sandbox.output(...words);
    expect(web.hits('/one.xml')).toBe(before + 1);
  });
});
