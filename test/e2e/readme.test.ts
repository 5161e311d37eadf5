import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packedPackage } from '../support/packed-package.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { BINARY, Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const README = readFileSync('README.md', 'utf8');

/** Lines that are not run here, and why. A line that no longer stands in the README fails the test. */
const NOT_RUN: readonly (readonly [line: RegExp, reason: string])[] = [
  [/^npm /, 'of a clone; see below'],
  [/^feedctl serve( |$)/, 'runs until it is stopped; see serve.test.ts'],
  [/^feedctl serve & feedctl dashboard/, 'runs until it is stopped; see dashboard.test.ts'],
  [/^feedctl watch 'Reef notes' --interval/, 'runs until it is stopped; see watch.test.ts'],
  [/^feedctl mcp/, 'runs until its input ends; see mcp.test.ts'],
  [/^feedctl webhooks listen/, 'runs until it is stopped; see webhooks.test.ts'],
  [/^feedctl auth login --base-url/, 'a remote service; asks for a key on a terminal'],
  [/^feedctl export \| feedctl --profile new/, 'a second, remote service'],
  [/^feedctl service copy/, 'needs a PostgreSQL server; see moving-postgres.test.ts'],
  [/^export FEEDCTL_DATABASE_URL/, 'needs a PostgreSQL server'],
];

/** Commands of a code block, as they are typed. */
function commandsOf(language: 'sh' | 'console'): string[] {
  const blocks = [...README.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks
    .filter(([, name]) => name === language)
    .flatMap(([, , text = '']) => text.split('\n'))
    .flatMap((line) => {
      if (language === 'console') return line.startsWith('$ ') ? [line.slice(2)] : [];
      return line === '' || line.startsWith('#') ? [] : [line];
    });
}

function reasonNotToRun(line: string): string | undefined {
  return NOT_RUN.find(([pattern]) => pattern.test(line))?.[1];
}

/** The addresses of the README on loopback, and a user who can type `feedctl`. */
async function reader() {
  const source = await startSourceServer();
  onTestFinished(() => source.close());
  const [first] = numberedItems(1);
  const now = new Date().toUTCString();
  const items = [{ ...first, title: 'Field notes: a week on the reef', date: now }];
  source.publish('/blog/', { title: 'Reef notes', items });
  const releases = [1, 2, 3, 4].map(
    (n) =>
      `<div class="release"><a href="/press/${n}">Press release number ${n}</a> <span class="when">2026-01-0${n}</span></div>`,
  );
  source.on('/press', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<title>Press</title><main>${releases.join('')}</main>`);
  });
  source.on('/terms', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<title>Terms</title><main><h1>Terms</h1>${'<p>These are the terms of the reef, and what each visitor agrees to.</p>'.repeat(6)}</main>`,
    );
  });
  source.on('/posts.json', (_, response) => {
    const results = [1, 2].map((n) => ({ headline: `Post number ${n}`, url: `/posts/${n}` }));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ results }));
  });
  source.on('/council.ics', (_, response) => {
    const event = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Meeting', 'DTSTART:20260110T180000Z'];
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VEVENT', 'END:VCALENDAR', ''];
    response.setHeader('Content-Type', 'text/calendar');
    response.end(lines.join('\r\n'));
  });
  source.publish('/podcast.xml', { title: 'Podcast', items: numberedItems(2) });
  source.publish('/search', { title: 'News', items: numberedItems(3) });
  source.publish('/other.xml', { title: 'Other', items: numberedItems(2) });
  source.publish('/third.xml', { title: 'Third', items: numberedItems(2) });
  const sandbox = new Sandbox({
    FEEDCTL_NEWS_URL: `${source.origin}/search?q={query}`,
    SLACK_WEBHOOK_URL: `${source.origin}/services/T0/B0/token`,
  });
  const bin = join(sandbox.home, 'bin');
  mkdirSync(bin);
  const wrapper = `#!/bin/sh\nexec '${process.execPath}' '${resolve(BINARY)}' "$@"\n`;
  writeFileSync(join(bin, 'feedctl'), wrapper, { mode: 0o755 });
  writeFileSync(join(sandbox.home, 'post-to-chat'), '#!/bin/sh\ncat >/dev/null\n', { mode: 0o755 });
  const opml = `<opml version="2.0"><body><outline text="Other" xmlUrl="${source.origin}/other.xml"/></body></opml>`;
  writeFileSync(join(sandbox.home, 'subscriptions.opml'), opml);
  const env = { ...sandbox.env, PATH: `${bin}:${sandbox.env.PATH}` };
  const local = (line: string) =>
    line.replaceAll('https://example.com', source.origin).replaceAll('npx feedctl', 'feedctl');
  const inBash = (line: string) =>
    execa('bash', ['-c', line], {
      cwd: sandbox.home,
      env,
      extendEnv: false,
      reject: false,
      input: '',
    });
  /** What needs nothing of a shell but its words is run in this process: a tenth of the time. */
  const type = async (line: string) => {
    const typed = local(line).replace(/ +# .*$/, '');
    if (!/^feedctl (?:[^|&;<>$`]|\$\(date )+$/.test(typed)) return inBash(typed);
    const { stdout: words } = await inBash(`printf '%s\\0' ${typed.replace(/^feedctl /, '')}`);
    const { code, stdout, stderr } = await inDirectory(sandbox.home, () =>
      sandbox.run(words.split('\0').slice(0, -1), { env: { PATH: env.PATH } }),
    );
    return { exitCode: code, stdout: stdout.replace(/\n$/, ''), stderr };
  };
  return { sandbox, source, local, type };
}

/** Files are named as the reader names them. */
async function inDirectory<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(path);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

/** The files of this tree but its tests in a directory of their own, with the same node_modules and dist. */
async function cleanClone(): Promise<string> {
  const clone = temporaryDirectory();
  const listed = await execa('git', ['ls-files', '-co', '--exclude-standard', '-z']);
  for (const file of listed.stdout.split('\0')) {
    if (!/^(?:test\/|$)/.test(file) && existsSync(file)) cpSync(file, join(clone, file));
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  cpSync('dist', join(clone, 'dist'), { recursive: true });
  return clone;
}

describe('a clean clone', { timeout: 300_000 }, () => {
  it('runs the first block of README.md', async () => {
    const { source, sandbox, local } = await reader();
    const clone = await cleanClone();
    const env = { ...sandbox.env, npm_config_offline: 'true' };
    const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(README) ?? [];
    const lines = block.trim().split('\n');
    expect(lines).toHaveLength(4);
    // Continuous integration runs this very line.
    expect(readFileSync('.ci/run', 'utf8')).toContain('\nnpm install && npm test\n');
    const [tests] = lines.splice(2, 1);
    expect(tests).toMatch(/^npm install && npm test +#/);
    for (const line of lines) {
      // The clone has what `npm install` makes; continuous integration runs that in a clean one.
      const typed = local(line).replace('npm install &&', '');
      const shell = { cwd: clone, env, extendEnv: false, reject: false, input: '' } as const;
      const { exitCode, all } = await execa('bash', ['-c', typed], { ...shell, all: true });
      expect({ typed, exitCode, all }).toMatchObject({ exitCode: 0 });
    }
    expect(source.hits('/blog/')).toBeGreaterThan(0);
    const installed = await execa(join(sandbox.home, '.local/bin/feedctl'), ['--version'], { env });
    expect(installed.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('README.md', () => {
  it('shows what a terminal shows', async () => {
    const { sandbox, local } = await reader();
    const block = /^```console\n\$ feedctl (.*?)\n(.*?)^\$/ms.exec(README);
    const [, words = '', shown = ''] = block ?? [];
    const terminal = new Terminal(sandbox, local(words).split(' '), { columns: 120 });
    expect(await terminal.ended).toBe(0);
    const screen = terminal.text();
    const lines = local(shown).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    const [, id = ''] = /id +(\w{16})\s/.exec(screen) ?? [];
    for (const line of lines) expect(screen).toContain(line.replace('asali5Y8Jq2BINya', id));
  });

  it('has commands that work, in the order in which they stand', async () => {
    const { source, type } = await reader();
    const id = async (path: string) =>
      (await type(`feedctl feeds create --url ${source.origin}${path} -o id`)).stdout.trim();
    const ids: Record<string, string> = {
      FEED: await id('/blog/'),
      OTHER: await id('/other.xml'),
      THIRD: await id('/third.xml'),
    };
    const made = await type('feedctl bundles create --name Evening -o id');
    ids.BUNDLE = made.stdout.trim();
    const lines = [...commandsOf('console'), ...commandsOf('sh')];
    expect(lines.length).toBeGreaterThan(30);
    const failed: unknown[] = [];
    for (const line of lines.filter((each) => reasonNotToRun(each) === undefined)) {
      const typed = line
        .replace(/\b(FEED|OTHER|THIRD|BUNDLE)\b(?!CTL|_)/g, (name) => ids[name] ?? name)
        .replace('_a1B2c3D4e5F6g7H8', ids.BUNDLE ?? '')
        .replaceAll('"$1"', `${source.origin}/third.xml`)
        .replace('"$id"', ids.THIRD ?? '');
      const { exitCode, stdout, stderr } = await type(typed);
      // 9: audit and health found something, which is what they are for.
      const isFine = exitCode === 0 || (exitCode === 9 && /^feedctl (audit|health)/.test(line));
      if (!isFine) failed.push({ line, exitCode, stderr });
      if (line.includes('jq -r .title')) expect(README).toContain(`${line}\n${stdout}\n`);
    }
    expect(failed).toEqual([]);
    expect((await type('cat secret.txt')).stdout).toMatch(/^whsec_/);
  });

  it('names no line that is not run and no longer there', () => {
    const lines = [...commandsOf('console'), ...commandsOf('sh')];
    const unused = NOT_RUN.filter(([pattern]) => !lines.some((line) => pattern.test(line)));
    expect(unused).toEqual([]);
  });

  it('links and names only files that are in the package', async () => {
    const { files: packed } = await packedPackage();
    const links = [...README.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(packed).toContain(link);
    expect(packed).toContain('deploy/Dockerfile');
    expect(packed).toContain('deploy/compose.yaml');
    expect(links.every((link) => existsSync(link))).toBe(true);
  });
});
