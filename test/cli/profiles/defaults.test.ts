import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../support/cli-host.js';
import { numberedItems } from '../../support/rss.js';
import { startSourceServer } from '../../support/source-server.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Commands of one person, who has one feed. */
async function person() {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const url = web.publish('/news.xml', { title: 'News', items: numberedItems(2) });
  const home = temporaryDirectory();
  const own = {
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: home,
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    FEEDCTL_NEWS_URL: `${url}?q={query}&edition={country}-{language}`,
  };
  const feedctl = (line: string, env: Record<string, string> = {}) =>
    run(line.split(' '), { env: { ...own, ...env } });
  expect(await feedctl(`feeds create ${url}`)).toMatchObject({ code: 0 });
  return { feedctl, config: join(own.FEEDCTL_CONFIG_DIR, 'config.json') };
}

describe('feedctl profiles set', () => {
  it('sets what commands use when nothing else is given, and shows it', async () => {
    const { feedctl } = await person();
    const set = await feedctl('profiles set output=yaml region=de columns=title,id');
    expect(set.stderr).toBe('');
    expect(set.stdout).toContain('output\tyaml\nregion\tDE:de\ncolumns\ttitle, id\n');
    const { stdout } = await feedctl('profiles list --json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        name: 'embedded',
        current: true,
        output: 'yaml',
        region: 'DE:de',
        columns: ['title', 'id'],
      },
    ]);
    expect((await feedctl('feeds list')).stdout).toContain('title: News');
    expect(JSON.parse((await feedctl('feeds list --json')).stdout)).toMatchObject([
      { title: 'News' },
    ]);
    // Errors, too, in the format for programs: JSON.
    const failed = await feedctl('feeds get doesnotexist1234');
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { exitCode: 3 } });
  });

  it('gives lists and items the columns that they have', async () => {
    const { feedctl } = await person();
    await feedctl('profiles set columns=title,date_published,source_url');
    const [feeds, feed] = (await feedctl('feeds list')).stdout.split('\n');
    expect(feeds).toBe('TITLE\tSOURCE');
    expect(feed).toMatch(/^News\thttp/);
    expect((await feedctl('items News')).stdout.split('\n')[0]).toBe('TITLE\tPUBLISHED');
    const chosen = await feedctl('feeds list --fields id,title');
    expect(chosen.stdout.split('\n')[0]).toBe('ID\tTITLE');
    // A report says what was done, whatever the columns of lists are.
    expect((await feedctl('refresh News')).stdout).toContain('OUTCOME');
    expect((await feedctl('keys list')).stdout.split('\n')[0]).not.toContain('TITLE');
  });

  it('gives searches the edition, and addresses none', async () => {
    const { feedctl } = await person();
    await feedctl('profiles set region=GB:en');
    const region = async (line: string, env = {}) => {
      const { code, stdout } = await feedctl(`${line} --json`, env);
      expect(code).toBe(0);
      return JSON.parse(stdout).region;
    };
    expect(await region('feeds create --keyword solar')).toBe('GB:en');
    expect(await region('feeds create --keyword lunar --region FR:fr')).toBe('FR:fr');
    expect(await region('feeds create --keyword tides', { FEEDCTL_REGION: 'BR:pt' })).toBe('BR:pt');
    const [{ source_url: address }] = JSON.parse((await feedctl('feeds list --json')).stdout);
    expect((await feedctl(`preview ${address}`)).stderr).not.toContain('--region');
  });

  it('gives way to flags, then to the environment', async () => {
    const { feedctl } = await person();
    await feedctl('profiles set output=json');
    const list = async (flags = '', env = {}) => (await feedctl(`feeds list${flags}`, env)).stdout;
    expect(await list()).toMatch(/^\[/);
    expect(await list(' -o csv')).toMatch(/^id,/);
    expect(await list('', { FEEDCTL_OUTPUT: 'yaml' })).toMatch(/^- id:/);
    expect(await list('', { FEEDCTL_OUTPUT: '' })).toMatch(/^ID\t/);
    expect(await list(' -o csv', { FEEDCTL_OUTPUT: 'yaml' })).toMatch(/^id,/);
    const wrong = await feedctl('feeds list', { FEEDCTL_OUTPUT: 'xml' });
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain(
      'FEEDCTL_OUTPUT takes table, json, jsonl, yaml, csv, not "xml".',
    );
    // A file is not the output of a command for a person.
    expect((await feedctl('export')).stdout).toMatch(/^# .*\nfeeds:\n/);
  });

  it('belongs to a profile, and is removed by an empty value', async () => {
    const { feedctl } = await person();
    await feedctl('profiles set output=json region=GB:en');
    const other = {
      FEEDCTL_BASE_URL: 'http://127.0.0.1:9',
      FEEDCTL_API_KEY: 'c_x',
      FEEDCTL_API_SECRET: 's_x',
    };
    expect((await feedctl('profiles list', other)).stdout).toMatch(/^NAME\t/);
    const nowhere = await feedctl('profiles set output=json', other);
    expect(nowhere).toMatchObject({ code: 2 });
    expect(nowhere.stderr).toContain('No profile is in use.');
    expect(await feedctl('profiles set region=US:en --profile none')).toMatchObject({ code: 3 });
    await feedctl('auth login --embedded');
    const kept = await feedctl('profiles set output=');
    expect(JSON.parse(kept.stdout)).toMatchObject({ output: null, region: 'GB:en' });
    expect((await feedctl('feeds list')).stdout).toMatch(/^ID\t/);
  });

  it('refuses what is no default, before anything is written', async () => {
    const { feedctl, config } = await person();
    await feedctl('profiles set region=GB:en');
    const before = readFileSync(config, 'utf8');
    for (const [typed, says] of [
      ['colour=red', '"colour=red" is not a default.'],
      ['output', '"output" is not a default.'],
      ['output=id', 'output takes table, json, jsonl, yaml, csv, not "id".'],
      ['region=Mars', 'region takes a region such as US:en or DE:de, not "Mars".'],
      ['columns=a,,b', 'columns takes names separated by commas'],
      ['columns=titel', 'There is no field "titel" here.'],
    ] as const) {
      const { code, stderr } = await feedctl(`profiles set region=US:en ${typed}`);
      expect(code, typed).toBe(2);
      expect(stderr).toContain(says);
    }
    expect(readFileSync(config, 'utf8')).toBe(before);
  });
});
