import { describe, expect, it } from 'vitest';
import { ROOT_ENTRIES } from '../../../src/cli/commands/index.js';
import { EXIT_CODES } from '../../../src/cli/kit/exit-codes.js';
import { globalOptions } from '../../../src/cli/kit/globals.js';
import { longFlag } from '../../../src/cli/kit/options.js';
import { isNoun, type Noun, type Verb } from '../../../src/cli/verbs/verb.js';
import { run } from '../../support/cli-host.js';

interface Leaf {
  path: string;
  verb: Verb;
}

const tree = await Promise.all(
  ROOT_ENTRIES.map(async (entry) => ({ entry, member: await entry.load() })),
);
const leaves = tree.flatMap(({ entry, member }) => leavesOf(member, [entry.name]));

function leavesOf(member: Noun | Verb, path: readonly string[]): Leaf[] {
  if (!isNoun(member)) return [{ path: path.join(' '), verb: member }];
  return member.members.flatMap((each) => leavesOf(each, [...path, each.name]));
}

describe('the command tree', () => {
  it('says the same of a noun before and after it is loaded', () => {
    for (const { entry, member } of tree) {
      if (!isNoun(member)) continue;
      expect({ name: member.name, summary: member.summary }).toEqual({
        name: entry.name,
        summary: entry.summary,
      });
    }
  });

  it('has no two members of one name', () => {
    expect(new Set(leaves.map(({ path }) => path)).size).toBe(leaves.length);
  });
});

describe.each(leaves)('$path', ({ path, verb }) => {
  it('has texts in paragraphs, without the line breaks of the source', () => {
    for (const text of [verb.description, verb.details]) {
      expect(text ?? '').not.toMatch(/^\s|\s$|[^\n]\n[^\n]|\n{3}|\n | {2}/);
    }
  });

  it('is described', () => {
    expect(verb.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(verb.summary.length).toBeLessThanOrEqual(60);
    if (verb.description !== undefined) expect(verb.description).toMatch(/^[A-Z].*\.$/s);
  });

  it('has examples that call it', () => {
    const own = path.startsWith('log') ? `feedctl auth ${path}` : `feedctl ${path}`;
    expect(verb.examples).not.toEqual({});
    for (const [command, does] of Object.entries(verb.examples)) {
      expect(command).toContain(command.includes(own) ? own : 'feedctl auth token');
      expect(does).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('lists options that it has', () => {
    const listed = [...(verb.common ?? []), ...Object.values(verb.groups ?? {}).flat()];
    if (verb.groups === undefined)
      for (const key of listed) expect(verb.options).toHaveProperty(key);
    expect(new Set(Object.values(verb.groups ?? {}).flat()).size).toBe(
      Object.values(verb.groups ?? {}).flat().length,
    );
    for (const key of verb.common ?? []) expect(verb.options).toHaveProperty(key);
  });

  it('has rules about options that it has', () => {
    const { excludes = {}, requires = {}, options } = verb;
    for (const [key, others] of Object.entries({ ...excludes, ...requires })) {
      for (const each of [key, others].flat()) expect(options).toHaveProperty(each);
    }
  });

  it('has examples with flags and fields that exist', () => {
    const flags = Object.keys({ ...verb.options, ...globalOptions }).map(longFlag);
    for (const command of Object.keys(verb.examples)) {
      const own = command.slice(command.indexOf(`feedctl ${path}`)).split(/[|&;)>]/)[0] ?? '';
      for (const [flag] of own.matchAll(/(?<=\s)--[a-z][a-z-]*/g)) expect(flags).toContain(flag);
      const fields = /--fields (\S+)/.exec(own)?.[1]?.split(',') ?? [];
      for (const field of fields) {
        expect(fieldsOf(verb.output)).toContain(field.split('.')[0]);
      }
    }
  });

  it('lists exit codes of the table', () => {
    for (const code of verb.exitCodes) expect(EXIT_CODES).toHaveProperty(String(code));
  });

  it('has no option that a global one hides', () => {
    for (const key of Object.keys(verb.options)) {
      expect(Object.keys(globalOptions)).not.toContain(key);
    }
  });

  it('shows all of it in its help', async () => {
    const { code, stdout } = await run(['help', ...path.split(' ')]);
    expect(code).toBe(0);
    for (const key of Object.keys(verb.options)) expect(stdout).toContain(longFlag(key));
    // A long command goes on in the next line.
    const unwrapped = stdout.replace(/ \\\n\s+/g, ' ');
    for (const command of Object.keys(verb.examples))
      expect(unwrapped).toContain(`\n  ${command}\n`);
    expect(stdout).toContain('Exit codes:');
    if (verb.output !== undefined) expect(stdout).toContain('JSON output (--json):');
  });
});

/** The fields of a sample, or of the rows of a list. */
function fieldsOf(sample: unknown): string[] {
  const [row] = [sample].flat();
  return Object.keys(row ?? {});
}
