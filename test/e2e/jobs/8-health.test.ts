import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoursAgo, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 8, watch over the feeds of %s', (_name, start) => {
  it('alerts once an episode and once on recovery, with an exit code for cron', async () => {
    const { user, address, publish } = await start();
    const state = join(user.home, 'health.json');
    const check = (...flags: string[]) =>
      user.run(['health', '--max-age', '6h', '--state', state, '--json', '-q', ...flags]);
    await publish('/news', [{ title: 'Old', date: hoursAgo(2) }]);
    await user.output('feeds', 'create', '--url', address('/news'));

    expect(await check()).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    const alert = await user.run(['health', '--max-age', '1h', '--state', state, '-o', 'jsonl']);
    expect(alert.code).toBe(9);
    expect(JSON.parse(alert.stdout)).toMatchObject({
      status: 'problem',
      check: 'stale',
      detail: 'Its newest item is 2 h old.',
      fixes: [expect.stringMatching(/^feedctl (refresh \w{16}|open \w{16} --source)$/)],
    });
    const again = await user.run(['health', '--max-age', '1h', '--state', state, '--json']);
    expect(again).toMatchObject({ code: 9, stdout: '[]\n' });

    await publish('/news', [
      { title: 'New', date: hoursAgo(0.1) },
      { title: 'Old', date: hoursAgo(2) },
    ]);
    const over = await user.run(['health', '--max-age', '1h', '--state', state, '-o', 'jsonl']);
    expect(over.code).toBe(0);
    expect(JSON.parse(over.stdout)).toMatchObject({ status: 'recovered', check: 'stale' });
    expect(await check()).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });
});
