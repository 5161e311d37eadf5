import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commandTree,
  leaves,
  type ShownCommand,
} from '../src/cli/commands/commands/command-tree.js';
import { HELP_TOPICS, ROOT_ENTRIES } from '../src/cli/commands/index.js';
import { helpOn } from '../src/cli/help-topics/index.js';
import { ERROR_CODES } from '../src/contract/error-codes.js';

/** Phrases with a standard technical word that readers already know, and that word. */
const DIALECT: Readonly<Record<string, RegExp>> = {
  'fix, repair': /\bmend(?:s|ed|ing)?\b|\bput right\b/i,
  'any caller, the operator': /\bwhoever\b/i,
  'no process, no user': /\bnobody\b/i,
  'feedctl, internal': /\bof ours\b/i,
  permanently: /\bfor ever\b|\bfor good\b/i,
  'result, outcome': /\b(?:what|that) (?:came|comes|became) of\b/i,
  'fetch, poll, check': /\b(?:a|each|one) looks?\b|\blooks? after\b|\blooked after\b/i,
  repeatedly: /\bagain and again\b/i,
  'defer, delay': /\bput off\b/i,
  'not a, no': /(?<!there )\b(?:is|are) none of\b/i,
  unaffected: /\bnone the worse\b/i,
  'cannot, must not': /\bis not to be\b|\bare not to be\b/i,
  'embedded service': /\bthe service inside\b/i,
  'next to, besides, with': /\bbeside\b/i,
  filter: /\bsift/i,
  maintenance: /\bupkeep\b/i,
  refresh: /\bfreshen/i,
  'task, job': /\berrands?\b/i,
  'suspended, deferred': /\bparked\b/i,
};

/** The word to use instead when a text has one of the phrases. */
function better(text: string): string | undefined {
  return Object.entries(DIALECT).find(([, phrase]) => phrase.test(text))?.[0];
}

function findings(texts: readonly { where: string; text: string }[]): string[] {
  return texts.flatMap(({ where, text }) => {
    const word = better(text);
    return word === undefined ? [] : [`${where}: "${text.trim()}" - use: ${word}`];
  });
}

function helpTexts({ name, summary, description, options, examples, ...rest }: ShownCommand) {
  return [
    summary,
    description ?? '',
    ...(options ?? []).map((option) => option.summary),
    ...(examples ?? []).map(({ does }) => does),
    ...(rest.arguments ?? []).map((argument) => argument.summary),
  ].map((text) => ({ where: name, text }));
}

/** The lines of the files below a directory, each with its file and number. */
function linesOf(directory: string, extension: RegExp): { where: string; text: string }[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name))
    .flatMap((name) => fileLines(join(directory, name)));
}

function fileLines(file: string): { where: string; text: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ where: `${file}:${index + 1}`, text }));
}

describe('plain English', () => {
  it('finds the dialect', () => {
    expect(better('Look whether anything is to be mended')).toBe('fix, repair');
    expect(better('A feed that nobody reads')).toBe('no process, no user');
    expect(better('How long one look takes')).toBe('fetch, poll, check');
    expect(better('A recommended value')).toBeUndefined();
  });

  it('is what the help of the commands is written in', async () => {
    const commands = leaves((await commandTree()).commands);
    expect(commands.length).toBeGreaterThan(50);
    expect(findings(commands.flatMap(helpTexts))).toEqual([]);
  });

  it('is what the help topics are written in', () => {
    const texts = HELP_TOPICS.flatMap((topic) =>
      helpOn(topic)
        .split('\n')
        .map((text) => ({ where: `feedctl help ${topic}`, text })),
    );
    expect(findings(texts)).toEqual([]);
  });

  it('is what the titles of errors are written in', () => {
    const titles = Object.entries(ERROR_CODES).map(([where, { title }]) => ({
      where,
      text: title,
    }));
    expect(findings(titles)).toEqual([]);
  });

  it.each(['src', 'bin', 'scripts'])(
    'is what errors, notes and comments in %s/ are written in',
    (folder) => {
      const lines = linesOf(folder, /\.(?:tsx?|js)$/);
      expect(lines.length).toBeGreaterThan(5);
      expect(findings(lines)).toEqual([]);
    },
  );

  it('is what the documents are written in', () => {
    const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
    expect(findings([...documents.flatMap(fileLines), ...linesOf('docs', /\.md$/)])).toEqual([]);
  });

  it('keeps the summaries short', () => {
    const long = ROOT_ENTRIES.filter(({ summary }) => summary.length >= 60);
    expect(long.map(({ name }) => name)).toEqual([]);
  });
});
