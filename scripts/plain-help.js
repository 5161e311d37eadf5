// Writes the help of every command with its headings in bold, 80 columns wide: the executable prints
// such a file without loading the program, into a pipe without the bold. test/e2e/plain-help.test.ts compares the files with the help itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** Writes `help/*.txt` and the version into a folder with a bundle of the program. */
export async function writeHelp(folder) {
  const { execute } = createRequire(import.meta.url)(resolve(folder, 'cli.cjs'));
  mkdirSync(join(folder, 'help'), { recursive: true });
  const { commands } = JSON.parse(await output(execute, ['commands', '--json']));
  for (const [name, argv] of helpTexts(commands)) {
    writeFileSync(
      join(folder, 'help', `${name}.txt`),
      await output(execute, argv, { colour: true }),
    );
  }
}

/** The name of each text, and a command line that prints it. */
export function helpTexts(commands) {
  const topics = ['environment', 'exit-codes', 'output'];
  return [
    ['--version', ['--version']],
    ['--help', ['--help']],
    ['help', ['help']],
    ...paths(commands).flatMap((path) => [
      [path.join('_'), [...path, '--help']],
      [`help_${path.join('_')}`, ['help', ...path]],
    ]),
    ...topics.map((topic) => [`help_${topic}`, ['help', topic]]),
  ];
}

function paths(commands) {
  return commands.flatMap(({ name, commands: members = [] }) => [
    name.split(' ').slice(1),
    ...paths(members),
  ]);
}

/** What a command line of a bundled program prints where stdout is no terminal. */
export async function output(execute, argv, { colour = false } = {}) {
  let text = '';
  const write = async (part) => {
    text += part;
  };
  const stream = {
    ...{ isTerminal: false, colour, hyperlinks: false, canRedraw: false, width: 80 },
    ...{ write, writeOnly: write },
  };
  const code = await execute(argv, {
    env: {},
    streams: { stdin: { isTerminal: false }, stdout: stream, stderr: stream, outliveReaders() {} },
    terminal: {},
    signal: new AbortController().signal,
    release() {},
  });
  if (code !== 0 || text === '') throw new Error(`feedctl ${argv.join(' ')} printed: ${text}`);
  return text;
}
