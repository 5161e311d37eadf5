import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A PATH with one program, which writes its arguments to a file. */
function withProgram(name: string, { code = 0, mode = 0o755 } = {}) {
  const directory = temporaryDirectory();
  const log = join(directory, 'log');
  const file = join(directory, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${log}'\nexit ${code}\n`);
  chmodSync(file, mode);
  const env = { PATH: `${directory}:${process.env.PATH}`, HOME: directory };
  return { env, words: () => readFileSync(log, 'utf8').split('\n').slice(0, -1) };
}

it('runs feedctl-NAME of the PATH with the rest of the line, and ends as it does', async () => {
  const { env, words } = withProgram('feedctl-morning', { code: 3 });
  const { code, stderr } = await run(['morning', '--limit', '5', 'two words', '-q'], { env });
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  expect(words()).toEqual(['--limit', '5', 'two words', '-q']);
});

it.each([
  ['is not there', 'feedctl-evening', {}],
  ['may not be run', 'feedctl-morning', { mode: 0o644 }],
])('leaves the word unknown when the program %s', async (_, name, options) => {
  const { code, stderr } = await run(['morning'], { env: withProgram(name, options).env });
  expect(code).toBe(2);
  expect(stderr).toContain("Unknown command 'morning'");
});

it('takes no directory for a program, and no command of feedctl from elsewhere', async () => {
  const { env } = withProgram('feedctl-commands', { code: 9 });
  expect((await run(['commands'], { env })).code).toBe(0);
  mkdirSync(join(env.HOME, 'feedctl-evening'));
  expect((await run(['evening'], { env })).code).toBe(2);
});

it.each(['.', 'bin', './bin', ''])('runs nothing from the part "%s" of the PATH', async (part) => {
  const { env } = withProgram('feedctl-morning', { code: 3 });
  mkdirSync(join(env.HOME, 'bin'));
  writeFileSync(join(env.HOME, 'bin', 'feedctl-morning'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(env.HOME);
  const { code, stderr } = await run(['morning'], {
    env: { ...env, PATH: `${part}:/usr/bin:/bin` },
  });
  expect(code).toBe(2);
  expect(stderr).toContain("Unknown command 'morning'");
});
