// Writes docs/cli/ (a page for each command) and docs/feedctl.1 from the program in src/, so that they say
// what the help says. test/cli/cli-docs.test.ts and test/cli/man-page.test.ts fail while a file is not
// what this would write.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { manPage } from './man-page.js';
import { output } from './plain-help.js';

const TOPICS = ['environment', 'exit-codes', 'output'];

const MADE =
  '<!-- Made by scripts/cli-docs.js from the program itself. Change the program, not this file. -->';

/**
 * @param tree what `feedctl commands --json` prints
 * @param topics texts of `feedctl help TOPIC`, by topic
 * @returns {Record<string, string>} the pages by the names of their files
 */
export function cliPages(tree, topics) {
  const pages = [
    ['README', index(tree)],
    ...tree.commands.flatMap((command) => pagesOf(command, tree)),
    ...TOPICS.map((topic) => [
      `help-${topic}`,
      [`# feedctl help ${topic}`, fenced(topics[topic], 'text')],
    ]),
  ];
  return Object.fromEntries(
    pages.map(([name, [heading, ...parts]]) => [
      `${name}.md`,
      `${[heading, MADE, ...parts].join('\n\n')}\n`,
    ]),
  );
}

function index({ commands, global_options }) {
  const groups = [...new Set(commands.flatMap(({ group }) => group ?? []))];
  return [
    '# Command line reference',
    'A page for each command. `feedctl help COMMAND` prints the same, `man feedctl` all of it.',
    ...groups.flatMap((group) => [
      `## ${group}`,
      commands
        .filter((command) => command.group === group)
        .map(lineOf)
        .join('\n'),
    ]),
    '## Topics',
    TOPICS.map((topic) => `- [help ${topic}](help-${topic}.md)`).join('\n'),
    '## Global options',
    'Every command takes them, before or after it.',
    options(global_options),
  ];
}

/** A command in the index, and its members below it. */
function lineOf({ name, summary, commands = [] }) {
  const members = commands.map((each) => `  - ${link(each.name)}: ${each.summary}`);
  return [`- ${link(name)}: ${summary}`, ...members].join('\n');
}

function link(name) {
  return `[${short(name)}](${fileOf(name)}.md)`;
}

function fileOf(name) {
  return short(name).replaceAll(' ', '-');
}

/** The pages of a command and of its members, each a name and its parts. */
function pagesOf(command, tree) {
  const { name, description, summary, commands } = command;
  const heading = [`# ${name}`, `${escaped(description ?? `${summary}.`)}`];
  if (commands === undefined) return [[fileOf(name), [...heading, ...verb(command, tree)]]];
  const members = commands.map((each) => `- ${link(each.name)}: ${each.summary}`).join('\n');
  return [
    [fileOf(name), [...heading, members]],
    ...commands.flatMap((each) => pagesOf(each, tree)),
  ];
}

function verb(command, tree) {
  const codes = command.exit_codes.map((code) => `- ${code}: ${tree.exit_codes[code]}`);
  const examples = command.examples.map(({ command: line, does }) => `# ${does}\n${line}`);
  const groups = [...new Set(command.options.map(({ group }) => group ?? 'Options'))];
  return [
    fenced(command.usage, 'text'),
    ...(command.arguments.length > 0 ? ['## Arguments', args(command.arguments)] : []),
    ...groups.flatMap((group) => [
      `## ${group}`,
      options(command.options.filter((option) => (option.group ?? 'Options') === group)),
    ]),
    '## Examples',
    fenced(examples.join('\n\n'), 'sh'),
    ...(command.output_formats === undefined ? [] : ['## Output']),
    ...formats(command.output_formats),
    ...sample('JSON (`--json`):', command.output),
    ...sample(`JSON ${command.other_output?.when}:`, command.other_output?.sample),
    '## Exit codes',
    codes.join('\n'),
    '[All commands](README.md) · [Global options](README.md#global-options)',
  ];
}

function formats(all) {
  return all === undefined ? [] : [`Formats: ${all.join(', ')}`];
}

function sample(heading, value) {
  return value === undefined ? [] : [heading, fenced(JSON.stringify(value, null, 2), 'json')];
}

function args(all) {
  return all.map(({ name, summary }) => `- \`${name}\`: ${escaped(summary)}`).join('\n');
}

function options(all) {
  return all
    .map(({ flags, summary, repeatable }) => {
      const more = repeatable ? ' (repeatable)' : '';
      return `- \`${flags}\`: ${escaped(summary)}${more}`;
    })
    .join('\n');
}

function short(name) {
  return name.replace(/^feedctl /, '');
}

/** What Markdown would take for markup: placeholders in angle brackets, and stars. */
function escaped(text) {
  return text.replace(/[<>*_]/g, (character) => `\\${character}`);
}

function fenced(text, language) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  process.chdir(root);
  // In the repository, where libsql is found.
  const target = `${root}node_modules/.cache/feedctl-docs-${process.pid}`;
  process.on('exit', () => rmSync(target, { recursive: true, force: true }));
  await bundle(target, { minify: false });
  const { execute } = createRequire(import.meta.url)(`${target}/cli.cjs`);
  const topics = {};
  for (const topic of TOPICS) topics[topic] = await output(execute, ['help', topic]);
  const tree = JSON.parse(await output(execute, ['commands', '--json']));
  rmSync('docs/cli', { recursive: true, force: true });
  mkdirSync('docs/cli');
  for (const [name, text] of Object.entries(cliPages(tree, topics))) {
    writeFileSync(`docs/cli/${name}`, text);
  }
  writeFileSync('docs/feedctl.1', manPage(tree, topics));
}
