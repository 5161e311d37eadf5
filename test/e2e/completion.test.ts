import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../fakes/hosted-dialect.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { BINARY, Sandbox } from './sandbox.js';

/** A shell of a user who has the program in PATH and an account with a feed and a bundle. */
async function setUp() {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const state = hosted.state();
  state.addFeed({ id: 'newsAAAAAAAAAAAA', source_url: 'https://a.example', title: 'Example News' });
  state.addFeed({ id: 'sportBBBBBBBBBBB', source_url: 'https://b.example', title: 'Sport $1' });
  const sandbox = new Sandbox(hosted.variables);
  const bin = join(sandbox.home, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'feedctl'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve(BINARY)}' "$@"\n`,
  );
  chmodSync(join(bin, 'feedctl'), 0o755);
  const env: Record<string, string> = { ...sandbox.env, PATH: `${bin}:${sandbox.env.PATH}` };
  return { sandbox, env, hosted };
}

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

function script(shell: string): string {
  return execFileSync(process.execPath, [BINARY, 'completion', shell], { encoding: 'utf8' });
}

/** An interactive bash; `typed` is what stands on the line after the keys were pressed. */
async function bash(keys: readonly string[]): Promise<string[]> {
  const { sandbox, env } = await setUp();
  writeFileSync(join(sandbox.home, 'completion'), script('bash'));
  writeFileSync(join(sandbox.home, 'a file.txt'), '');
  const pty = spawn('bash', ['--norc', '--noprofile', '-i'], {
    name: 'dumb',
    cols: 200,
    rows: 50,
    cwd: sandbox.home,
    env: { ...env, PS1: 'ready> ', INPUTRC: '/dev/null', HISTFILE: '' },
  });
  onTestFinished(() => pty.kill('SIGKILL'));
  let screen = '';
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    screen += data;
    for (const wake of waiting) wake();
  });
  const shows = async (pattern: RegExp) => {
    while (!pattern.test(screen)) {
      await new Promise<void>((wake) => {
        waiting.add(wake);
      });
    }
    const [, found = ''] = pattern.exec(screen) ?? [];
    screen = '';
    return found;
  };
  await shows(/ready> $/);
  // The line is shown by a command that takes the program's place once it is complete.
  pty.write('source completion; bind "set bell-style none"; echo lo"aded"\n');
  await shows(/loaded\r\n.*ready> $/s);
  const lines: string[] = [];
  for (const typed of keys) {
    // Ctrl-A and a word in front: the line is printed, word by word, and not run.
    pty.write(`${typed}\t\u0001printf '<%s>' \u0005; echo "<en"d">"\n`);
    lines.push(await shows(/\n(<.*)<end>\r\n.*ready> $/s));
  }
  return lines;
}

describe('bash', () => {
  it('completes commands, options, ids, titles, values after a colon, and files', async () => {
    const lines = await bash([
      'feedctl bund',
      'feedctl feeds li',
      'feedctl feeds list --li',
      'feedctl feeds list --output=jsonl',
      'feedctl feeds get ne',
      'feedctl feeds get Exam',
      'feedctl feeds get "Exam',
      'feedctl feeds get Spo',
      'feedctl feeds create --region GB:',
      'feedctl api POST /v1/feeds --input a',
      'feedctl nope x',
    ]);
    expect(lines).toEqual([
      '<feedctl><bundles>',
      '<feedctl><feeds><list>',
      '<feedctl><feeds><list><--limit>',
      '<feedctl><feeds><list><--output=jsonl>',
      '<feedctl><feeds><get><newsAAAAAAAAAAAA>',
      '<feedctl><feeds><get><Example News>',
      '<feedctl><feeds><get><Example News>',
      '<feedctl><feeds><get><Sport $1>',
      '<feedctl><feeds><create><--region><GB:en>',
      '<feedctl><api><POST></v1/feeds><--input><a file.txt>',
      '<feedctl><nope><x>',
    ]);
  });
});

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'])('%s can be read by its shell', (shell) => {
    const text = script(shell);
    expect(text).toContain(`__complete ${shell}`);
    expect(text).not.toMatch(/undefined|\[object/);
    if (!isInstalled(shell)) return;
    // From a file: some releases of fish cannot read a script from a pipe.
    const path = join(temporaryDirectory(), 'script');
    writeFileSync(path, text);
    const checked = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it.runIf(isInstalled('fish'))('fish completes', async () => {
    const { env } = await setUp();
    // Not synchronous: the service that knows the names is in this process.
    const completed = async (line: string) => {
      const script = `feedctl completion fish | source; complete -C '${line}'`;
      const { stdout } = await execa('fish', ['-c', script], { env, extendEnv: false });
      return stdout.split('\n');
    };
    expect((await completed('feedctl bund'))[0]).toMatch(/^bundles\tGroup feeds/);
    expect(await completed('feedctl feeds get ')).toContain('newsAAAAAAAAAAAA\tExample News');
  });

  it('has a word of its own for a shell that there is none for', () => {
    const { status, stderr } = spawnSync(process.execPath, [BINARY, 'completion', 'tcsh'], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('Shells: bash, zsh, fish');
  });
});
