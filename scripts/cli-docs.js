// Writes docs/cli.md and docs/feedctl.1 from the program in src/, so that they say what the help says.
// test/cli/cli-docs.test.ts and test/cli/man-page.test.ts fail while a file is not what this would write.
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { manPage } from './man-page.js';
import { output } from './plain-help.js';

const TOPICS = ['environment', 'exit-codes', 'output'];

/**
 * @param tree what `feedctl commands --json` prints
 * @param topics texts of `feedctl help TOPIC`, by topic
 */
export function cliDocs(tree, topics) {
  return `${[
    '# Command line reference',
    '<!-- Made by scripts/cli-docs.js from the program itself. Change the program, not this file. -->',
    contents(tree.commands),
    '## Global options',
    'Every command takes them, before or after it.',
    options(tree.global_options),
    ...tree.commands.flatMap((command) => section(command, tree, 2)),
    ...TOPICS.flatMap((topic) => [`## help ${topic}`, fenced(topics[topic], 'text')]),
  ].join('\n\n')}\n`;
}

function contents(commands) {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups
    .map((group) => {
      const members = commands.filter((command) => command.group === group);
      const lines = members.map(
        ({ name, summary }) => `- [${short(name)}](#${short(name)}): ${summary}`,
      );
      return `**${group}**\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

function section(command, tree, level) {
  const heading = `${'#'.repeat(Math.min(level, 4))} ${short(command.name)}`;
  const text = escaped(command.description ?? `${command.summary}.`);
  if (command.commands) {
    return [heading, text, ...command.commands.flatMap((each) => section(each, tree, level + 1))];
  }
  const codes = command.exit_codes.map((code) => `${code} ${tree.exit_codes[code]}`);
  const examples = command.examples.map(({ command: line, does }) => `# ${does}\n${line}`);
  return [
    heading,
    text,
    fenced(command.usage, 'text'),
    ...(command.arguments.length > 0 ? [args(command.arguments)] : []),
    ...(command.options.length > 0 ? [options(command.options)] : []),
    fenced(examples.join('\n\n'), 'sh'),
    ...formats(command.output_formats),
    ...sample('JSON output:', command.output),
    ...sample(`JSON output ${command.other_output?.when}:`, command.other_output?.sample),
    `Exit codes: ${codes.join(' · ')}`,
  ];
}

function formats(all) {
  return all === undefined ? [] : [`Output formats: ${all.join(', ')}`];
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
  writeFileSync('docs/cli.md', cliDocs(tree, topics));
  writeFileSync('docs/feedctl.1', manPage(tree, topics));
}
