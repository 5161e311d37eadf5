import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ClosedPipe } from '../../../src/cli/kit/errors.js';
import {
  colourFlags,
  decideColour,
  decideHyperlinks,
  type NodeOutput,
  openStreams,
} from '../../../src/cli/terminal/streams.js';

describe('colour', () => {
  it.each([
    [true, {}, false, true],
    [false, {}, false, false],
    [true, { NO_COLOR: '1' }, false, false],
    [true, { NO_COLOR: '' }, false, true],
    [false, { FORCE_COLOR: '1' }, false, true],
    [false, { FORCE_COLOR: '' }, false, true],
    [true, { FORCE_COLOR: '0' }, false, false],
    [true, { FORCE_COLOR: 'false' }, false, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
    [true, { TERM: 'dumb' }, false, false],
    [true, { CLICOLOR: '0' }, false, false],
    [true, { CLICOLOR: '1' }, false, true],
    [false, { CLICOLOR: '1' }, false, false],
    [false, { CLICOLOR: '0', CLICOLOR_FORCE: '1' }, false, true],
    [true, { FORCE_COLOR: '1' }, true, false],
    [false, { CLICOLOR_FORCE: '1' }, false, true],
    [false, { CLICOLOR_FORCE: '0' }, false, false],
    [false, { CLICOLOR_FORCE: '' }, false, false],
    [true, { CLICOLOR_FORCE: '0' }, false, true],
    [false, { CLICOLOR_FORCE: '1', FORCE_COLOR: '0' }, false, false],
    [false, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false, false],
    [false, { CLICOLOR_FORCE: '1' }, true, false],
    [true, {}, true, false],
  ])('terminal %s, %j, --no-color %s: %s', (isTerminal, env, noColor, expected) => {
    expect(decideColour(isTerminal, { env, noColor })).toBe(expected);
  });
});

it.each([
  [['--color'], {}, true],
  [['--color'], { NO_COLOR: '1', FORCE_COLOR: '0' }, true],
  [['--color', '--no-color'], { FORCE_COLOR: '1' }, false],
  [['--no-color', '--color'], {}, true],
  [['--', '--color'], {}, false],
])('%j with %j in a pipe: %s', (argv, env, expected) => {
  expect(decideColour(false, { env, ...colourFlags(argv) })).toBe(expected);
});

describe('links', () => {
  it.each([
    [true, {}, false, false],
    [true, { TERM: 'xterm-256color' }, false, false],
    [true, { TERM: 'xterm-kitty' }, false, true],
    [true, { TERM: 'alacritty' }, false, true],
    [true, { TERM: 'linux', COLORTERM: 'truecolor' }, false, false],
    [true, { VTE_VERSION: '7600' }, false, true],
    [true, { VTE_VERSION: '5001' }, false, true],
    [true, { VTE_VERSION: '5000' }, false, false],
    [true, { VTE_VERSION: '4600' }, false, false],
    [true, { WT_SESSION: 'a-b-c' }, false, true],
    [true, { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.0' }, false, true],
    [true, { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '2.9' }, false, false],
    [true, { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0' }, false, true],
    [true, { TERM_PROGRAM: 'ghostty', TERM_PROGRAM_VERSION: '1.0.0' }, false, true],
    [true, { TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.72' }, false, true],
    [true, { TERM_PROGRAM: 'zed', TERM_PROGRAM_VERSION: '0.100' }, false, true],
    [true, { TERM_PROGRAM: 'zed' }, false, false],
    [true, { TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20200620' }, false, true],
    [true, { TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809' }, false, true],
    [true, { TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '453' }, false, false],
    [true, { TERM_PROGRAM: 'toString', TERM_PROGRAM_VERSION: '1' }, false, false],
    [true, { TERM: 'xterm-kitty', NO_COLOR: '1' }, false, false],
    [true, { TERM: 'xterm-kitty' }, true, false],
    [true, { TERM: 'xterm-kitty', CI: '1' }, false, false],
    [true, { TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false, false],
    [false, { TERM: 'xterm-kitty' }, false, false],
    [true, { FORCE_HYPERLINK: '1' }, false, true],
  ])('terminal %s, %j, --no-color %s: %s', (isTerminal, env, noColor, expected) => {
    expect(decideHyperlinks(isTerminal, { env, noColor })).toBe(expected);
  });
});

function opened(stdout: NodeOutput, onClosedPipe?: () => void) {
  const nodeStreams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  return openStreams(nodeStreams, {
    env: {},
    noColor: false,
    ...(onClosedPipe && { onClosedPipe }),
  });
}

describe('a stream', () => {
  const output = (facts: object) => Object.assign(new PassThrough(), facts);
  const of = (stdout: NodeOutput, env: NodeJS.ProcessEnv = {}) => {
    const nodeStreams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
    return openStreams(nodeStreams, { env, noColor: false }).stdout;
  };

  it('has the width of its terminal, else 80 columns', () => {
    expect(of(output({ isTTY: true, columns: 120 })).width).toBe(120);
    expect(of(output({ isTTY: true, columns: 0 })).width).toBe(80);
    expect(of(output({ isTTY: false, columns: 120 })).width).toBe(80);
  });

  it('is drawn again on a terminal that can move its cursor', () => {
    expect(of(output({ isTTY: true })).canRedraw).toBe(true);
    expect(of(output({ isTTY: true }), { TERM: 'dumb' }).canRedraw).toBe(false);
    expect(of(output({ isTTY: false })).canRedraw).toBe(false);
  });

  it.each([
    [3, 'abc'],
    [2, RangeError],
  ])('is read up to %i bytes', async (limit, expected) => {
    const stdin = new PassThrough();
    stdin.end('abc');
    const nodeStreams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
    const streams = openStreams(nodeStreams, { env: {}, noColor: false });
    expect(streams.stdin.isTerminal).toBe(false);
    const read = streams.stdin.readAll(limit);
    if (typeof expected === 'string') expect(await read).toBe(expected);
    else await expect(read).rejects.toThrow(expected);
  });
});

describe('writing', () => {
  it('waits for a slow reader', async () => {
    const held: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 4,
      write: (_chunk, _encoding, done) => void held.push(done),
    });
    let done = false;
    const writing = opened(slow)
      .stdout.write('more than four')
      .then(() => {
        done = true;
      });
    await new Promise(setImmediate);
    expect(done).toBe(false);
    held.shift()?.();
    await writing;
    expect(done).toBe(true);
  });

  it('is not done before the text was taken: a pipe may take it first and fail later', async () => {
    const late = new Writable({
      autoDestroy: false,
      write: (_chunk, _encoding, done) =>
        void setImmediate(done, Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    await expect(opened(late).stdout.write('a row\n')).rejects.toBeInstanceOf(ClosedPipe);
  });

  it('leaves no listener behind, however often it has to wait', async () => {
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void setImmediate(done),
    });
    const { stdout } = opened(slow);
    await stdout.write('first');
    const [drain, error] = [slow.listenerCount('drain'), slow.listenerCount('error')];
    for (let count = 0; count < 20; count += 1) await stdout.write('more');
    expect(slow.listenerCount('drain')).toBe(drain);
    expect(slow.listenerCount('error')).toBe(error);
  });

  it('ends with ClosedPipe when the reader is gone, and says so once', async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
      autoDestroy: false,
    });
    let told = 0;
    const { stdout } = opened(gone, () => {
      told += 1;
    });
    const twice = async () => {
      await stdout.write('x');
      await new Promise(setImmediate);
      await stdout.write('y');
    };
    await expect(twice()).rejects.toBeInstanceOf(ClosedPipe);
    await expect(stdout.write('z')).rejects.toBeInstanceOf(ClosedPipe);
    expect(told).toBe(1);
  });

  it('goes on without the reader of a command that serves others', async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
      autoDestroy: false,
    });
    let told = 0;
    const streams = opened(gone, () => {
      told += 1;
    });
    streams.outliveReaders();
    for (let count = 0; count < 3; count += 1) {
      await streams.stdout.write('unread');
      await new Promise(setImmediate);
    }
    expect(told).toBe(0);
  });

  it('passes any other failure on', async () => {
    const full = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    });
    await expect(opened(full).stdout.write('xyz')).rejects.toThrow('no space left');
  });

  it('knows the width of a terminal, and 80 elsewhere', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 132 });
    expect(opened(terminal).stdout.width).toBe(132);
    expect(opened(new PassThrough()).stdout.width).toBe(80);
  });
});

describe('reading standard input', () => {
  it('reads all of it, whole characters', async () => {
    const stdin = new PassThrough();
    const bytes = Buffer.from('naïve 日本語');
    for (const byte of bytes) stdin.write(Buffer.from([byte]));
    stdin.end();
    const nodeStreams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
    const streams = openStreams(nodeStreams, { env: {}, noColor: false });
    expect(await streams.stdin.readAll(100)).toBe('naïve 日本語');
  });

  it('stops at the limit', async () => {
    const stdin = new PassThrough();
    stdin.end('x'.repeat(100));
    const nodeStreams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
    const streams = openStreams(nodeStreams, { env: {}, noColor: false });
    await expect(streams.stdin.readAll(99)).rejects.toBeInstanceOf(RangeError);
  });
});

describe('output to a file or a pipe', () => {
  it('is written without its stream being opened while it is short', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'feedctl-streams-'));
    const path = join(dir, 'out');
    const fd = openSync(path, 'w');
    const facts = { env: {}, noColor: false, stdoutFd: fd };
    const { stdout } = openStreams(unopened, facts);
    expect([stdout.isTerminal, stdout.colour, stdout.width]).toEqual([false, false, 80]);
    await stdout.write('Überblick\n');
    closeSync(fd);
    expect(readFileSync(path, 'utf8')).toBe('Überblick\n');
    rmSync(dir, { recursive: true });
  });

  it('goes through the stream once it is more than a pipe holds', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'feedctl-streams-'));
    const fd = openSync(join(dir, 'out'), 'w');
    const node = {
      stdin: new PassThrough(),
      stderr: new PassThrough(),
      stdout: new PassThrough({ highWaterMark: 50_000 }),
    };
    const { stdout } = openStreams(node, { env: {}, noColor: false, stdoutFd: fd });
    await stdout.write('first ');
    await stdout.write('x'.repeat(20_000));
    await stdout.write('last');
    closeSync(fd);
    expect(readFileSync(join(dir, 'out'), 'utf8')).toBe('first ');
    expect(String(node.stdout.read())).toBe(`${'x'.repeat(20_000)}last`);
    rmSync(dir, { recursive: true });
  });

  it('goes on through the stream when the pipe is full', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'feedctl-streams-'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const fd = openSync(join(dir, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
    expect(() => {
      for (;;) writeSync(fd, Buffer.alloc(4096));
    }).toThrow('EAGAIN');
    const node = { stdin: new PassThrough(), stderr: new PassThrough(), stdout: new PassThrough() };
    const { stdout } = openStreams(node, { env: {}, noColor: false, stdoutFd: fd });
    await stdout.write('text');
    closeSync(fd);
    expect(`${node.stdout.read()}`).toBe('text');
    rmSync(dir, { recursive: true });
  });

  it('ends with the failure of a descriptor that cannot be written', async () => {
    const fd = openSync(fileURLToPath(import.meta.url), 'r');
    const { stdout } = openStreams(unopened, { env: {}, noColor: false, stdoutFd: fd });
    await expect(stdout.write('text')).rejects.toThrow('EBADF');
    closeSync(fd);
  });

  it('goes through the stream where there is no such descriptor', async () => {
    const stdout = new PassThrough();
    await opened(stdout).stdout.write('text');
    expect(stdout.read().toString()).toBe('text');
  });
});

/** Streams that nobody may open. */
const unopened = {
  stdin: new PassThrough(),
  stderr: new PassThrough(),
  get stdout(): NodeOutput {
    throw new Error('stdout was opened');
  },
};
