import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT_ENTRIES } from '../../../src/cli/commands/index.js';
import { type HostedDialect, startHostedDialect } from '../../fakes/hosted-dialect.js';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

let hosted: HostedDialect;
let home: string;

beforeEach(async () => {
  hosted = await startHostedDialect();
  home = temporaryDirectory();
  const state = hosted.state();
  state.addFeed({ id: 'newsAAAAAAAAAAAA', source_url: 'https://a.example', title: 'Example News' });
  state.addFeed({ id: 'sportBBBBBBBBBBB', source_url: 'https://b.example', title: "It's\tsport" });
  state.addBundle({ id: '_mornAAAAAAAAAAAA', name: 'Mornings' });
});
afterEach(() => hosted.close());

function environment(): NodeJS.ProcessEnv {
  return {
    HOME: home,
    ...hosted.variables,
  };
}

/** What is offered for the last word: the mode first. */
async function offered(words: readonly string[], env = environment()): Promise<string[]> {
  const { code, stdout, stderr } = await run(['__complete', 'zsh', ...words], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

async function values(...words: string[]): Promise<string[]> {
  const [, ...lines] = await offered(words);
  return lines.map((line) => line.split('\t')[0] ?? '');
}

describe('what is offered', () => {
  it('are commands with what they do', async () => {
    const shown = ROOT_ENTRIES.filter(({ group }) => group !== undefined);
    expect(await values('')).toEqual([...shown.map(({ name }) => name), 'help']);
    expect(await offered(['fee'])).toEqual([
      ':plain',
      'feeds\tCreate, list, change and delete feeds',
    ]);
    expect(await values('feeds', 'd')).toEqual(['delete']);
    expect(await values('feeds', 'a')).toEqual(['add']);
    expect(await values('feeds', 'add', '--fro')).toEqual(['--from', '--from-file']);
    expect(await values('help', 'feeds', 'a')).toEqual(['add']);
    expect(await values('com')).toEqual(['completion']);
    expect(await values('--json', '--profile', 'x', 'bundles', 'a')).toEqual(['add']);
    expect(await values('webhooks', 'res')).toEqual(['resend']);
    expect(await values('feeds', 'get', '--', '-')).toEqual([]);
    expect(await values('feeds', 'get', '--', 'n')).toEqual(['newsAAAAAAAAAAAA']);
  });

  it('are commands and topics after help', async () => {
    expect(await values('help', 'ex')).toEqual(['export', 'exit-codes']);
    expect(await values('help', 'feeds', 'g')).toEqual(['get']);
    expect(await values('help', 'feeds', 'get', '')).toEqual([]);
  });

  it('are options that are not there yet', async () => {
    expect(await values('feeds', 'list', '--li')).toEqual(['--limit']);
    expect(await values('feeds', 'list', '--limit', '3', '--li')).toEqual([]);
    expect(await values('items', '--no-')).toEqual([
      '--no-refresh',
      '--no-header',
      '--no-color',
      '--no-input',
    ]);
    expect(await values('bundles', 'create', '--feed', 'x', '--fee')).toEqual(['--feed']);
  });

  it('are the values of an option', async () => {
    expect(await values('feeds', 'list', '-o', 'j')).toEqual(['json', 'jsonl']);
    expect(await values('feeds', 'list', '--output=j')).toEqual([
      '--output=json',
      '--output=jsonl',
    ]);
    expect(await values('items', 'x', '--sort', '')).toEqual(['last_added', 'date']);
    expect(await values('feeds', 'create', '--region', 'CH:')).toEqual(['CH:de', 'CH:fr', 'CH:it']);
    expect(await values('feeds', 'create', '--url', '')).toEqual([]);
  });

  it('are fields, one after the other', async () => {
    expect(await offered(['feeds', 'list', '--fields', 'i'])).toEqual([
      ':open',
      'id',
      'icon',
      'is_active',
    ]);
    expect(await values('feeds', 'get', 'x', '--fields', 'id,items.t')).toEqual([
      'id,items.title',
      'id,items.thumbnail',
      'id,items.tags',
      'id,items.text_pending',
    ]);
    expect(await values('feeds', 'list', '--fields', 'id,i')).toEqual(['id,icon', 'id,is_active']);
  });

  it('are files and directories, which the shell knows itself', async () => {
    expect(await offered(['api', 'POST', '/v1/feeds', '--input', ''])).toEqual([':files']);
    expect(await offered(['serve', '--data-dir', ''])).toEqual([':directories']);
  });

  it('are ids of the right sort, explained by their titles', async () => {
    expect(await offered(['feeds', 'update', ''])).toEqual([
      ':plain',
      "sportBBBBBBBBBBB\tIt's sport",
      'newsAAAAAAAAAAAA\tExample News',
    ]);
    expect(await values('bundles', 'get', '')).toEqual(['_mornAAAAAAAAAAAA']);
    expect(await values('items', '')).toHaveLength(3);
    expect(await values('watch', 'newsAAAAAAAAAAAA', '')).toEqual([
      'sportBBBBBBBBBBB',
      '_mornAAAAAAAAAAAA',
    ]);
    expect(await values('bundles', 'add', '_m')).toEqual(['_mornAAAAAAAAAAAA']);
    expect(await values('bundles', 'add', '_mornAAAAAAAAAAAA', 'n')).toEqual(['newsAAAAAAAAAAAA']);
    expect(await values('bundles', 'create', '--feed', 's')).toEqual(['sportBBBBBBBBBBB']);
  });

  it('are titles, where no id begins like that; not those that fit no line', async () => {
    expect(await offered(['feeds', 'get', 'Ex'])).toEqual([
      ':plain',
      'Example News\tnewsAAAAAAAAAAAA',
    ]);
    expect(await values('items', 'Morn')).toEqual(['Mornings']);
    expect(await values('feeds', 'get', "It's")).toEqual([]);
  });

  it('are profiles', async () => {
    const config = join(home, '.config', 'feedctl');
    mkdirSync(config, { recursive: true });
    const work = { kind: 'remote', baseUrl: 'https://work.example', apiKey: 'c', apiSecret: 's' };
    writeFileSync(
      join(config, 'config.json'),
      JSON.stringify({ current: 'work', profiles: { work } }),
    );
    expect(await offered(['feeds', 'list', '--profile', ''])).toEqual([
      ':plain',
      'work\thttps://work.example',
    ]);
    expect(await values('profiles', 'use', 'w')).toEqual(['work']);
  });

  it('is nothing after words that lead nowhere', async () => {
    expect(await values('nope', '')).toEqual([]);
    expect(await values('feeds', 'nope', '')).toEqual([]);
    expect(await values('feeds', 'list', '')).toEqual([]);
    expect(await values('feeds', 'get', 'x', '')).toEqual([]);
  });
});

describe('the names of an account', () => {
  it('are asked for once a minute, and kept for this user alone', async () => {
    await values('feeds', 'get', '');
    const asked = hosted.requests.length;
    await values('bundles', 'get', '');
    expect(hosted.requests).toHaveLength(asked);
    const directory = join(home, '.cache', 'feedctl');
    const [name = ''] = readdirSync(directory);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(directory, name), 'utf8')).not.toContain(hosted.account.key);

    const cached = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    cached.at -= 61_000;
    writeFileSync(join(directory, name), JSON.stringify(cached));
    hosted.state().addFeed({ id: 'lateCCCCCCCCCCCC', source_url: 'https://c.example' });
    expect(await values('feeds', 'get', 'late')).toEqual(['lateCCCCCCCCCCCC']);
  });

  it('are those of the last time when the service does not answer', async () => {
    await values('feeds', 'get', '');
    const directory = join(home, '.cache', 'feedctl');
    const [name = ''] = readdirSync(directory);
    const cached = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    writeFileSync(join(directory, name), JSON.stringify({ ...cached, at: 0 }));
    hosted.fault({ fault: { kind: 'hang' }, times: 2 });
    expect(await values('feeds', 'get', 'n')).toEqual(['newsAAAAAAAAAAAA']);
  });

  it('are none, without an error, when anything is wrong', async () => {
    const partial = { HOME: home, FEEDCTL_API_KEY: 'c_x' };
    expect(await offered(['feeds', 'get', ''], partial)).toEqual([':plain']);
    expect(
      await offered(['feeds', 'get', ''], { ...environment(), FEEDCTL_API_SECRET: 'wrong' }),
    ).toEqual([':plain']);
    const fresh = temporaryDirectory();
    expect(await offered(['feeds', 'get', ''], { HOME: fresh })).toEqual([':plain']);
    expect(readdirSync(fresh)).not.toContain('.local');
    for (const argv of [[], ['bash'], ['zsh'], ['nonsense', 'x']]) {
      expect(await run(['__complete', ...argv])).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('what bash gets', () => {
  const BREAKS = ' \t\n"\'><=;|&(:';

  async function bash(line: string, type = '9'): Promise<string[]> {
    const argv = ['__complete', 'bash', type, BREAKS, line];
    return (await run(argv, { env: environment() })).stdout.trimEnd().split('\n').slice(1);
  }

  it('is quoted as the word is', async () => {
    expect(await bash('feedctl feeds get Exam')).toEqual(['Example\\ News']);
    expect(await bash('feedctl feeds get "Exam')).toEqual(['Example News']);
  });

  it('begins after what bash takes for a break', async () => {
    expect(await bash('feedctl feeds create --region CH:d')).toEqual(['de']);
    expect(await bash('feedctl feeds list --output=jsonl')).toEqual(['jsonl']);
  });

  it('is explained in up to 60 characters', async () => {
    const title = 'x'.repeat(60);
    hosted.state().addFeed({ id: 'fitsCCCCCCCCCCCC', source_url: 'https://c.example', title });
    hosted
      .state()
      .addFeed({ id: 'longDDDDDDDDDDDD', source_url: 'https://d.example', title: `${title}y` });
    const offers = await bash('feedctl feeds get ', '63');
    expect(offers).toContain(`fitsCCCCCCCCCCCC  (${title})`);
    expect(offers).toContain(`longDDDDDDDDDDDD  (${'x'.repeat(59)}…)`);
  });

  it('is explained while it is only shown', async () => {
    expect(await bash('feedctl feeds get ', '63')).toContain('newsAAAAAAAAAAAA  (Example News)');
    expect(await bash('feedctl feeds get ', '37')).toContain('newsAAAAAAAAAAAA');
    expect(await bash('feedctl feeds get n')).toEqual(['newsAAAAAAAAAAAA']);
  });
});
