import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '../../scripts/clean-environment.js';
import { helpTexts } from '../../scripts/plain-help.js';
import { run } from '../support/cli-host.js';

const { stdout: tree } = await run(['commands', '--json']);
const texts = helpTexts(JSON.parse(tree).commands);

it('has a text for every command and topic, and no other', () => {
  expect(texts.length).toBeGreaterThan(60);
  expect(readdirSync('dist/help').sort()).toEqual(texts.map(([name]) => `${name}.txt`).sort());
});

it.each(texts)('%s is what the program itself prints', async (name, argv) => {
  const { stdout, code } = await run(argv);
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
  [['help'], '--help'],
  [['help', 'feeds', 'create'], 'feeds_create'],
  [['feeds', 'create', '-h'], 'feeds_create'],
  [['help', 'exit-codes'], 'help_exit-codes'],
  [['-V'], '--version'],
])('feedctl %j prints it', (argv, name) => {
  expect(printed(argv)).toBe(readFileSync(`dist/help/${name}.txt`, 'utf8'));
});

it('has colours where they are asked for', () => {
  expect(printed(['feeds', '--help'], { FORCE_COLOR: '1' })).toContain('\u001b[1m');
  expect(printed(['feeds', '--help'])).not.toContain('\u001b');
});
