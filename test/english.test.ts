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

/** Phrases with a plainer technical word: "fix", "fetch", "poll", "not a". */
const DIALECT =
  /\b(?:mend\w*|whoever|nobody|of ours|for ever|(?:came|comes) of|a look|looks (?:at|for|through)|looked after|(?<!there )(?:is|are) none|again and again|put off|put right|none the worse|gives? up on|the service inside)\b/i;

/** Folders and commands whose texts follow the rule. */
const FOLDERS = [
  'completion',
  'connection',
  'errors',
  'help-topics',
  'hooks',
  'kit',
  'lookup',
  'manifest',
  'output',
  'profiles',
  'program',
  'sources',
  'state',
  'terminal',
  'verbs',
  ...[
    'api,apply,audit,auth,base,bundles,commands,completion,dashboard,export,health,import',
    'items,open,plan,profiles,serve,settings,watch',
  ].flatMap((nouns) => nouns.split(',').map((noun) => `commands/${noun}`)),
];
/** Commands that are reworded separately. */
const OTHERS = /^feedctl (?:service|webhooks|refresh|preview|doctor|feeds create)\b/;

function helpTexts({ name, summary, description, options, examples, ...rest }: ShownCommand) {
  return [
    summary,
    description ?? '',
    ...(options ?? []).map((option) => option.summary),
    ...(examples ?? []).map(({ does }) => does),
    ...(rest.arguments ?? []).map((argument) => argument.summary),
  ].map((text) => `${name}: ${text}`);
}

function sources(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name));
}

describe('plain English', () => {
  it('is what the help of the commands is written in', async () => {
    const commands = leaves((await commandTree()).commands).filter(
      ({ name }) => !OTHERS.test(name),
    );
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.flatMap(helpTexts).filter((text) => DIALECT.test(text))).toEqual([]);
  });

  it('is what the help topics are written in', () => {
    const lines = HELP_TOPICS.flatMap((topic) => helpOn(topic).split('\n'));
    expect(lines.filter((line) => DIALECT.test(line))).toEqual([]);
  });

  it('is what errors, notes and comments are written in', () => {
    const found = FOLDERS.flatMap((folder) => sources(`src/cli/${folder}`)).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => DIALECT.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('keeps the summaries short', () => {
    const long = ROOT_ENTRIES.filter(({ summary }) => summary.length >= 60);
    expect(long.map(({ name }) => name)).toEqual([]);
  });
});
