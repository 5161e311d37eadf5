import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Output {
  bytes: number;
  inputs: Record<string, unknown>;
  imports: { path: string; kind: string; external?: boolean }[];
  entryPoint?: string;
}

const { outputs }: { outputs: Record<string, Output> } = JSON.parse(
  readFileSync('dist/meta.json', 'utf8'),
);

/** An output and everything that is loaded with it, before any code of it runs. */
function closure(start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const { path, kind, external } of outputs[start]?.imports ?? []) {
    if (kind === 'import-statement' && external !== true) closure(path, seen);
  }
  return seen;
}

function inputsOf(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
}

/** What runs before a noun is chosen. */
const MAIN_PATH =
  /^src\/cli\/(?:commands\/index|kit\/[\w-]+|program\/(?:[\w-]+)|terminal\/(?:host|streams)|verbs\/verb)\.ts$/;

describe('start-up', () => {
  const main = closure('dist/cli.cjs');

  it('loads nothing but commander and the way to the verbs', () => {
    const foreign = inputsOf(main).filter(
      (input) =>
        !input.startsWith('node_modules/commander/') &&
        !MAIN_PATH.test(input) &&
        // Twenty lines without imports: flags such as --base-url are read with it.
        input !== 'src/base/url.ts' &&
        // What commander gets in place of Node's own.
        input !== 'none:child_process',
    );
    expect(inputsOf(main)).toContain('src/cli/program/main.ts');
    expect(foreign).toEqual([]);
  });

  it('is at most 60 KB in at most four files', () => {
    const bytes = [...main].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
    expect(bytes).toBeLessThanOrEqual(60 * 1024);
    expect(main.size).toBeLessThanOrEqual(4);
  });

  it.each(nounsOf(main))('%s adds only light verbs', (noun) => {
    const added = [...closure(noun)].filter((file) => !main.has(file));
    // Every file costs about a millisecond, which is 2 % of Node's own start-up. The bundler puts
    // what two nouns share into a file of its own, also the tables.
    expect(added.length).toBeLessThanOrEqual(5);
    const beside = inputsOf(added).filter((input) => !input.startsWith('src/cli/commands/'));
    expect(beside.filter((input) => !KINDS_TABLES.includes(input))).toEqual([]);
  });
});

/** Flags follow from these tables; they import nothing else. */
const KINDS_TABLES = [
  'src/contract/keyword-mode.ts',
  'src/contract/render-steps.ts',
  'src/contract/webhook-formats/names.ts',
  'src/cli/sources/search-kinds.ts',
];

/** What the main chunk loads when a noun is typed. */
function nounsOf(main: Iterable<string>): string[] {
  const nouns = [...main]
    .flatMap((file) => outputs[file]?.imports ?? [])
    .filter(({ path, kind }) => kind === 'dynamic-import' && isCommand(path))
    .map(({ path }) => path);
  if (nouns.length === 0) throw new Error('The main chunk loads no nouns.');
  return [...new Set(nouns)];
}

function isCommand(path: string): boolean {
  return outputs[path]?.entryPoint?.startsWith('src/cli/commands/') === true;
}
