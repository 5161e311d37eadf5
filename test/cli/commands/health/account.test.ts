import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleItems } from '../../../fakes/hosted-dialect/state.js';
import {
  type FakeFeed,
  type HostedDialect,
  startHostedDialect,
} from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;

beforeEach(async () => {
  hosted = await startHostedDialect({ members: 'ids' });
});
afterEach(() => hosted.close());

function feedctl(...argv: string[]) {
  const env = {
    HOME: temporaryDirectory(),
    ...hosted.variables,
  };
  return run(argv, { env });
}

function feed(source_url: string, facts: Partial<FakeFeed> = {}): FakeFeed {
  const date_published = new Date(Date.now() - 3_600_000).toISOString();
  const items = sampleItems(source_url).map((item) => ({ ...item, date_published }));
  return hosted.state().addFeed({ source_url, title: source_url, items, ...facts });
}

describe('health of an account', () => {
  it('finds nothing in an account in order', async () => {
    const { id } = feed('https://a.example');
    hosted.state().addBundle({ name: 'All', members: [id] });
    expect(await feedctl('health', '--json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    // Cron sends a mail of whatever is printed.
    expect(await feedctl('health')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('finds each kind, and running what it says fixes all of it', async () => {
    const old = feed('https://same.example/');
    const twin = feed('http://www.same.example');
    const hollow = feed('https://hollow.example', { items: [] });
    const dead = feed('https://dead.example', { is_active: false });
    feed('https://stray.example', { title: "It's stray" });
    const members = [old.id, hollow.id, dead.id, 'goneAAAAAAAAAAAA'];
    const bundle = hosted.state().addBundle({ name: 'All', members });
    const other = hosted.state().addBundle({ name: 'Other', members: [twin.id] });
    hosted.state().addBundle({ name: 'Third', members: [old.id] });

    const { code, stdout } = await feedctl('health', '--json');
    expect(code).toBe(9);
    const findings: { check: string; id: string; fixes: string[] }[] = JSON.parse(stdout);
    expect(findings.map(({ check, id }) => [check, id])).toEqual([
      ['inactive', dead.id],
      ['empty', hollow.id],
      ['dangling', bundle.id],
      ['duplicate', twin.id],
    ]);
    expect(findings[3]?.fixes).toEqual([
      `feedctl bundles add ${other.id} ${old.id}`,
      `feedctl feeds delete ${twin.id}`,
    ]);
    for (const command of findings.flatMap(({ fixes }) => fixes)) {
      const words = command.split(' ').slice(1);
      expect(await feedctl(...words, '--yes')).toMatchObject({ code: 0 });
    }
    expect(await feedctl('health')).toMatchObject({ code: 0 });
  });

  it('finds feeds in no bundle only when it is told to', async () => {
    const { id } = feed('https://stray.example');
    expect(await feedctl('health', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    const { code, stdout } = await feedctl('health', '--only', 'no-bundle', '--json');
    expect(code).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject([
      { check: 'no-bundle', id, fixes: [`feedctl bundles create --name Unsorted --feed ${id}`] },
    ]);
  });

  it('carries the account over to its commands', async () => {
    feed('https://stray.example');
    const { stdout } = await feedctl(
      ...['health', '--only', 'no-bundle', '--base-url', hosted.url, '-o', 'jsonl'],
    );
    expect(JSON.parse(stdout).fixes[0]).toMatch(new RegExp(`--base-url ${hosted.url}$`));
  });

  it('looks for what is wanted only, and then reads no feed for nothing', async () => {
    feed('https://a.example', { items: [] });
    expect(await feedctl('health', '--only', 'duplicate', '--only', 'dangling')).toMatchObject({
      code: 0,
    });
    const paths = hosted.requests.map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['/v1/feeds', '/v1/bundles']));
    expect(await feedctl('health', '--skip', 'empty')).toMatchObject({ code: 0 });
    expect(await feedctl('health', '--only', 'empty')).toMatchObject({ code: 9 });
    const beside = await feedctl('health', 'https://a.example', '--only', 'duplicate');
    expect(beside).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('duplicate compares all feeds of the account'),
    });
    expect(await feedctl('health', '--only', 'nonsense')).toMatchObject({ code: 2 });
  });

  it('are told once with --state, and so is their end', async () => {
    const old = feed('https://same.example/');
    const twin = feed('http://www.same.example');
    const state = join(temporaryDirectory(), 'state.json');
    const checked = async () => {
      const { code, stdout } = await feedctl('health', '--state', state, '--json');
      const rows: { status: string; check: string; id: string; title: string }[] =
        JSON.parse(stdout);
      return { code, rows: rows.map((row) => [row.status, row.check, row.id]) };
    };
    expect(await checked()).toEqual({ code: 9, rows: [['problem', 'duplicate', twin.id]] });
    expect(await checked()).toEqual({ code: 9, rows: [] });
    hosted.state().removeFeed(old.id);
    expect(await checked()).toEqual({ code: 0, rows: [['recovered', 'duplicate', twin.id]] });
    expect(await checked()).toEqual({ code: 0, rows: [] });
  });

  it('is readable on a terminal, its commands in full', async () => {
    const { id } = feed('https://a.example', { title: 'A \u001b[31mtitle', items: [] });
    const env = {
      HOME: temporaryDirectory(),
      ...hosted.variables,
    };
    const argv = ['health', '--only', 'empty', '--no-color'];
    const { stdout } = await run(argv, { env, terminals: ['stdout'], columns: 30 });
    expect(stdout).toBe(
      `empty  ${id}  A title\n  No items from https://a.example\n  feedctl feeds delete ${id}\n`,
    );
  });
});
