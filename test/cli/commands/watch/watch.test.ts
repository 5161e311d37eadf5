import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageProblem } from '../../../fakes/chats.js';
import { sampleItems } from '../../../fakes/hosted-dialect/state.js';
import {
  type FakeFeed,
  type HostedDialect,
  startHostedDialect,
} from '../../../fakes/hosted-dialect.js';
import { type HostOptions, run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

let hosted: HostedDialect;
let feed: FakeFeed;
let home: string;

beforeEach(async () => {
  hosted = await startHostedDialect();
  feed = addFeed('https://news.example');
  home = temporaryDirectory();
});
afterEach(() => hosted.close());

function addFeed(source_url: string): FakeFeed {
  return hosted.state().addFeed({ source_url, title: 'News', items: sampleItems(source_url) });
}

function publish(title: string, target = feed): void {
  const [first] = sampleItems(`${target.source_url}/${title.replaceAll(' ', '-')}`);
  if (first !== undefined) target.items.unshift({ ...first, title });
}

function watch(args: readonly string[], options: HostOptions = {}) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ...hosted.variables,
  };
  return run(['watch', ...args], { env, ...options });
}

describe('watch --once', () => {
  it.each(['nosuch', 'FFFFFFFFFFFFFFFF'])(
    'prints nothing for %s, which is not there',
    async (id) => {
      const { code, stdout, stderr } = await watch([id, '--once', '--json']);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(JSON.parse(stderr).error.code).toMatch(/not_found/i);
    },
  );

  it('begins with what comes after its first run, and prints each item once', async () => {
    const first = await watch([feed.id, '--once', '--json']);
    expect(first).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(first.stderr).toBe(
      `${feed.title}: 2 older items not shown (--all shows them). New ones from now on.\n`,
    );
    publish('Third');
    publish('Fourth');
    const second = await watch([feed.id, '--once', '--json']);
    expect(JSON.parse(second.stdout)).toMatchObject([
      { change: 'new', watched: feed.id, title: 'Third', authors: [{ name: 'A. Writer' }] },
      { change: 'new', watched: feed.id, title: 'Fourth' },
    ]);
    expect(await watch([feed.id, '--once', '--json'])).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
  });

  it('says once for all feeds of a pipe how many items it takes as seen', async () => {
    const others = ['b', 'c'].map((name) =>
      hosted.state().addFeed({
        source_url: `https://${name}.example/`,
        items: sampleItems(`https://${name}.example/`),
      }),
    );
    const stdin = [feed, ...others].map(({ id }) => `${id}\n`).join('');
    const { stderr } = await watch(['-', '--once'], { stdin });
    expect(stderr).toMatch(
      /^3 feeds and bundles: \d+ older items not shown \(--all shows them\)\. New ones from now on\.\n$/,
    );
    expect(await watch(['-', '--once'], { stdin })).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints an item of several feeds once', async () => {
    const other = addFeed('https://other.example');
    await watch([feed.id, other.id, '--once']);
    publish('A story that both of them tell');
    const [story] = feed.items;
    if (story !== undefined) other.items.unshift({ ...story, title: 'Other title' });
    publish('v1.1.0');
    publish('v1.1.0', other);
    const { stdout } = await watch([feed.id, other.id, '--once', '-o', 'jsonl']);
    const titles = stdout.match(/(?<="title":")[^"]+/g);
    expect(titles).toEqual(['A story that both of them tell', 'v1.1.0', 'v1.1.0']);
  });

  it('shows what was changed', async () => {
    await watch([feed.id, '--once']);
    const [newest] = feed.items;
    if (newest !== undefined) newest.title = 'Corrected';
    const { stdout } = await watch([feed.id, '--once', '-o', 'jsonl', '--fields', 'change,title']);
    expect(stdout).toBe('{"change":"changed","title":"Corrected"}\n');
  });

  it('begins with everything with --all, which repeats nothing later', async () => {
    const first = await watch([feed.id, '--once', '--all', '-o', 'id']);
    expect(first.stdout.split('\n')).toEqual([
      'https://news.example/article-2',
      'https://news.example/article-1',
      '',
    ]);
    expect((await watch([feed.id, '--once', '--all', '-o', 'id'])).stdout).toBe('');
  });

  it('leaves out with --since-now what came while nothing watched', async () => {
    await watch([feed.id, '--once']);
    publish('Missed');
    expect((await watch([feed.id, '--once', '--since-now', '-o', 'id'])).stdout).toBe('');
    expect((await watch([feed.id, '--once', '-o', 'id'])).stdout).toBe('');
  });

  it('prints tabs to a pipe and a readable line to a terminal', async () => {
    await watch([feed.id, '--once', '--state', join(home, 'a')]);
    await watch([feed.id, '--once', '--state', join(home, 'b')]);
    publish('Bold \u001b[1mclaims\u001b[0m');
    const piped = await watch([feed.id, '--once', '--state', join(home, 'a')]);
    expect(piped.stdout.split('\n')[1]).toMatch(
      new RegExp(`^new\t${feed.id}\t2026-01-01T08:00:00.000Z\tBold claims\thttps://`),
    );
    const shown = await watch([feed.id, '--once', '--no-color', '--state', join(home, 'b')], {
      terminals: ['stdout'],
    });
    expect(shown.stdout).toMatch(/^\d\d:\d\d:\d\d {2}new {6}News {2}Bold claims {2}https:\S+\n$/);
  });

  it('watches bundles, and several at once', async () => {
    const other = addFeed('https://other.example');
    const bundle = hosted.state().addBundle({ name: 'All', members: [other.id] });
    await watch([feed.id, bundle.id, '--once']);
    publish('Here');
    publish('There', other);
    const { stdout } = await watch([
      feed.id,
      bundle.id,
      '--once',
      '-o',
      'csv',
      '--fields',
      'watched,title',
      '--no-header',
    ]);
    expect(stdout).toBe(`${feed.id},Here\r\n${bundle.id},There\r\n`);
  });

  it('goes on after a failure, and gives the others', async () => {
    await watch([feed.id, '--once']);
    publish('Here');
    const { code, stdout, stderr } = await watch([
      'FFFFFFFFFFFFFFFF',
      feed.id,
      '--once',
      '-o',
      'id',
    ]);
    expect(code).toBe(8);
    expect(stdout).toContain('/Here/');
    expect(stderr).toContain('1 of 2 feeds and bundles were not read.');
    expect((await watch(['FFFFFFFFFFFFFFFF', '--once'])).code).toBe(3);
  });

  it('keeps its state in one file with --state, and leaves a strange file alone', async () => {
    const state = join(home, 'state.json');
    await watch([feed.id, '--once', '--state', state]);
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({
      version: 1,
      watched: { [feed.id]: { length: 2 } },
    });
    expect(existsSync(`${state}.lock`)).toBe(false);
    writeFileSync(state, '{"feeds":[]}');
    const { code, stderr } = await watch([feed.id, '--once', '--state', state]);
    expect(code).toBe(2);
    expect(stderr).toContain('Not a state file of this command');
    expect(readFileSync(state, 'utf8')).toBe('{"feeds":[]}');
  });

  it('stays out of a second run on the same state', async () => {
    const state = join(home, 'state.json');
    writeFileSync(`${state}.lock`, `${process.pid}\n`);
    const { code, stderr } = await watch([feed.id, '--once', '--state', state]);
    expect(code).toBe(1);
    expect(stderr).toContain(`The state is in use by process ${process.pid}`);
  });

  it.each([
    [['--all', '--since-now'], 'cannot be combined'],
    [['--once', '--interval', '5m'], 'cannot be combined'],
    [['--interval', '999ms'], 'at least 1s'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await watch([feed.id, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(hosted.requests).toEqual([]);
  });
});

describe('watch --exec', () => {
  it('hands each item to the command, once', async () => {
    const log = join(home, 'log');
    await watch([feed.id, '--once']);
    publish('Third');
    const exec = `cat >> ${log}; echo $FEEDCTL_API_SECRET >> ${log}`;
    expect((await watch([feed.id, '--once', '--exec', exec])).code).toBe(0);
    await watch([feed.id, '--once', '--exec', exec]);
    const [line = '', ...rest] = readFileSync(log, 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ change: 'new', title: 'Third', watched: feed.id });
    expect(rest).toEqual(['', '']);
  });

  it('gives an item again whose command failed, and the others only once', async () => {
    const log = join(home, 'log');
    await watch([feed.id, '--once']);
    publish('Good');
    publish('Bad');
    const exec = `tee -a ${log} | grep -q Good`;
    const { code, stdout, stderr } = await watch([feed.id, '--once', '-o', 'id', '--exec', exec]);
    expect(code).toBe(8);
    expect(stdout).toContain('/Good/');
    expect(stdout).not.toContain('/Bad/');
    expect(stderr).toContain(
      '--exec failed for https://news.example/Bad/article-1: it exited with 1.',
    );
    await watch([feed.id, '--once', '--exec', `cat >> ${log}`]);
    const titles = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title);
    expect(titles).toEqual(['Good', 'Bad', 'Bad']);
  });
});

describe('watch without an end', () => {
  it('tells of a failure once, and of the recovery', async () => {
    hosted.fault({ method: 'GET', fault: { kind: 'json', status: 400, body: {} }, times: 3 });
    const controller = new AbortController();
    // Three passes fail when they ask what service it is. The fourth does, and reads the feed.
    hosted.options.now = () => {
      if (hosted.requests.length === 5) controller.abort(new Error('enough'));
      return Date.now();
    };
    const watching = watch([feed.id, '--interval', '1s', '--json'], { signal: controller.signal });
    const { stderr } = await watching;
    expect(stderr.match(/Retrying at every poll/g)).toHaveLength(1);
    expect(stderr).toContain(`${feed.id} can be read again.`);
  });

  it('ends when nothing is left to watch', async () => {
    const { code, stderr } = await watch(['FFFFFFFFFFFFFFFF']);
    expect(code).toBe(3);
    expect(stderr).toContain('There is no feed or bundle FFFFFFFFFFFFFFFF; it is not watched.');
    expect(stderr).toContain('There is nothing to watch.');
    expect(stderr).not.toContain('Polling');
  });

  it.each([
    [['FFFFFFFFFFFFFFFF'], 'Polling every 60 s. Press Ctrl-C to stop.'],
    [
      ['FFFFFFFFFFFFFFFF', 'EEEEEEEEEEEEEEEE', '--interval', '5s'],
      'Polling 2 feeds and bundles every 5 s. Press Ctrl-C to stop.',
    ],
  ])('with %j says on a terminal how often it polls', async (args, note) => {
    const { code, stderr } = await watch(args, { terminals: ['stderr'] });
    expect([code, stderr]).toEqual([3, expect.stringContaining(note)]);
  });

  it('tells what is gone from what never was', async () => {
    await watch([feed.id, '--once']);
    hosted.fault({ method: 'GET', fault: { kind: 'json', status: 404, body: {} }, times: 9 });
    const { code, stderr } = await watch([feed.id]);
    expect(code).toBe(3);
    expect(stderr).toContain(`${feed.id} no longer exists and is no longer watched.`);
  });
});

describe('watch --format', () => {
  it('prints the messages of a webhook, one JSON object per line, and each item once', async () => {
    await watch([feed.id, '--once']);
    publish('Third <!channel>');
    publish('Fourth');
    const { code, stdout } = await watch([feed.id, '--once', '--format', 'slack']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    const message: unknown = JSON.parse(lines[0] ?? '');
    expect(messageProblem('slack', message)).toBeNull();
    expect(JSON.stringify(message)).toMatch(/News: 2 new.*"text":"Third <!channel>".*Fourth/);
    expect(await watch([feed.id, '--once', '--format', 'slack'])).toMatchObject({ stdout: '' });
  });

  it('makes messages from a template in a file', async () => {
    const file = join(home, 'template.json');
    writeFileSync(file, '{"text":"{{headline}}"}');
    const args = [feed.id, '--once', '--all', '--format', 'template', '--template', file];
    expect((await watch(args)).stdout).toBe('{"text":"News: 2 new"}\n');
    writeFileSync(file, '{"text":"{{nope}}"}');
    expect(await watch(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/unknown field \{\{nope\}\}/),
    });
  });

  it.each([
    ['--format', 'template'],
    ['--format', 'slack', '--template', 'x'],
    ['--template', 'x'],
    ['--format', 'slack', '--exec', 'true'],
    ['--format', 'standard'],
  ])('refuses %s %s %s %s', async (...args) => {
    expect(await watch([feed.id, '--once', ...args])).toMatchObject({ code: 2, stdout: '' });
  });
});
