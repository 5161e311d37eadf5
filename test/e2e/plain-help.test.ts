import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '../../scripts/clean-environment.js';
import { helpTexts } from '../../scripts/plain-help.js';
import { run } from '../support/cli-host.js';
import { Sandbox } from './sandbox.js';
import { Terminal } from './terminal.js';

const { stdout: tree } = await run(['commands', '--json']);
const texts = helpTexts(JSON.parse(tree).commands);

it('has a text for every command and topic, and no other', () => {
  expect(texts.length).toBeGreaterThan(60);
  expect(readdirSync('dist/help').sort()).toEqual(texts.map(([name]) => `${name}.txt`).sort());
});

it.each(texts)('%s is what the program itself prints', async (name, argv) => {
  const { stdout, code } = await run(argv, { terminals: ['stdout'], columns: 120 });
  expect(code).toBe(0);
  expect(readFileSync(`dist/help/${name}.txt`, 'utf8')).toBe(stdout);
});

/** What the executable prints into a pipe. */
function printed(argv: readonly string[], env: Record<string, string> = {}): string {
  return execFileSync(process.execPath, ['bin/feedctl.js', ...argv], {
    encoding: 'utf8',
    env: cleanEnvironment(env),
  });
}

it.each([
  [['--help'], '--help'],
  [['-h'], '--help'],
  [['help'], 'help'],
  [['help', 'feeds', 'create'], 'help_feeds_create'],
  [['feeds', 'create', '-h'], 'feeds_create'],
  [['help', 'exit-codes'], 'help_exit-codes'],
  [['-V'], '--version'],
])('feedctl %j prints it', (argv, name) => {
  const text = readFileSync(`dist/help/${name}.txt`, 'utf8');
  expect(printed(argv)).toBe(text.replace(/\u001b\[\d+m/g, ''));
});

it.each([
  [100, {}, '\u001b[1mUsage:'],
  [60, {}, '\u001b[1mUsage:'],
  [100, { CLICOLOR: '0' }, 'Usage:'],
  [100, { NO_COLOR: '1' }, 'Usage:'],
  [60, { CLICOLOR_FORCE: '1' }, '\u001b[1mUsage:'],
])('fits a terminal of %i columns, %j', async (columns, env, start) => {
  const terminal = new Terminal(new Sandbox(), ['feeds', 'create', '--help'], { columns, env });
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen.startsWith(start)).toBe(true);
  for (const line of terminal.text().split('\n'))
    expect(line.length).toBeLessThanOrEqual(Math.min(columns, 80));
});

it.each(['environment', 'exit-codes', 'output'])(
  'help %s is wrapped between words on a narrow terminal',
  async (topic) => {
    const wide = await run(['help', topic]);
    const narrow = await run(['help', topic], { terminals: ['stdout'], columns: 50 });
    const phrases = narrow.stdout.split('\n').filter((line) => line.trim().includes(' '));
    for (const line of phrases) expect(line.length).toBeLessThanOrEqual(50);
    const words = (text: string) => text.split(/\s+/);
    expect(words(narrow.stdout)).toEqual(words(wide.stdout));
  },
);

it('wraps examples so that a shell reads the same command', async () => {
  const { stdout } = await run(['help', 'feeds', 'create'], {
    columns: 50,
    terminals: ['stdout'],
  });
  const unwrapped = stdout.replace(/ \\\n +/g, ' ');
  expect(stdout).not.toBe(unwrapped);
  expect(unwrapped).toContain(
    "\n  feedctl feeds create example.com/news --title 'Example News' --every 15m\n",
  );
});

it('has colours where they are asked for', () => {
  expect(printed(['feeds', '--help'], { FORCE_COLOR: '1' })).toContain('\u001b[1m');
  expect(printed(['feeds', '--help'])).not.toContain('\u001b');
});
