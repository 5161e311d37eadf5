import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../../src/cli/commands/index.js';
import { EXIT_CODES } from '../../../src/cli/kit/exit-codes.js';
import { FORMATS } from '../../../src/cli/kit/globals.js';
import { OPERATOR_SETTINGS } from '../../../src/resources/operator.js';
import { run } from '../../support/cli-host.js';

async function help(topic: string): Promise<string> {
  const { code, stdout, stderr } = await run(['help', topic]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Every variable of feedctl's own that the sources name. */
function variables(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(join('cli', 'help-topics')))
    .flatMap((file) => readFileSync(join('src', file), 'utf8').match(/\bFEEDCTL_[A-Z_]+\b/g) ?? []);
  return [...new Set(names)].filter((name) => !name.endsWith('_'));
}

describe('help topics', () => {
  it('are named in the root help and end in a line', async () => {
    const root = (await run(['help'])).stdout;
    for (const topic of HELP_TOPICS) {
      expect(root).toContain(`feedctl help ${topic}`);
      expect(await help(topic)).toMatch(/^\S.*\n\n.*[^\n]\n$/s);
    }
  });

  it('environment explains every variable there is', async () => {
    const text = await help('environment');
    const all = variables();
    expect(all.length).toBeGreaterThan(15);
    for (const name of all) expect(text).toContain(`\n  ${name}\n`);
    const told = text.match(/FEEDCTL_[A-Z_]+/g) ?? [];
    for (const name of told) expect(all).toContain(name);
  });

  it('environment has each setting of the operator below the heading of its group', async () => {
    const sections = (await help('environment')).split(/\n\n(?=\S.*:\n)/);
    for (const { name, group } of OPERATOR_SETTINGS) {
      const holding = sections.filter((section) => section.includes(`\n  ${name}\n`));
      expect(holding.map((section) => section.split(':')[0])).toEqual([group]);
    }
  });

  it('exit-codes has every code', async () => {
    const text = await help('exit-codes');
    for (const [code, meaning] of Object.entries(EXIT_CODES)) {
      expect(text).toMatch(new RegExp(`^  ${code} +${meaning.replace(/[()]/g, '\\$&')}$`, 'm'));
    }
  });

  it('exit-codes has all meanings in one column', async () => {
    const codes = (await help('exit-codes')).match(/^ {2}\d+ +/gm) ?? [];
    expect(codes.map((code) => code.length)).toEqual(codes.map(() => 7));
  });

  it('output has every format', async () => {
    const text = await help('output');
    for (const format of FORMATS) expect(text).toMatch(new RegExp(`^  ${format} `, 'm'));
  });

  it('leave other words to commands', async () => {
    expect((await run(['help', 'feeds', 'get'])).stdout).toContain('Usage: feedctl feeds get');
    expect((await run(['help', 'enviroment'])).code).toBe(2);
  });
});
