import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/cli/terminal/host.js';
import { createPrompts, type Prompts } from '../../../src/cli/terminal/prompts.js';

/** Somebody at a terminal: the prompts, what they see, and their keys. */
function person() {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let seen = '';
  stderr.on('data', (chunk: Buffer) => {
    seen += chunk;
  });
  const controller = new AbortController();
  const host = {
    streams: { stdin: { isTerminal: true }, stderr: { isTerminal: true } },
    terminal: { stdin, stderr },
    signal: controller.signal,
  } as unknown as Host;
  /** Waits for a text on the screen, then types. */
  async function type(after: string, keys: string) {
    await expect.poll(() => seen).toContain(after);
    seen = '';
    stdin.write(keys);
  }
  return { prompts: createPrompts(host, { allowed: true }), type, controller, seen: () => seen };
}

it.each([
  [true, true, true, true],
  [false, true, true, false],
  [true, false, true, false],
  [true, true, false, false],
])('allowed %s, terminals %s and %s: asks %s', (allowed, stdin, stderr, canAsk) => {
  const streams = { stdin: { isTerminal: stdin }, stderr: { isTerminal: stderr } };
  expect(createPrompts({ streams } as unknown as Host, { allowed }).canAsk).toBe(canAsk);
});

it.each([
  ['\r', false],
  ['y\r', true],
])('is confirmed by a word, not by return alone: %j', async (keys, answer) => {
  const { prompts, type } = person();
  const asked = prompts.confirm('Delete \u001b[31mit?');
  await type('Delete it?', keys);
  expect(await asked).toBe(answer);
});

const check = (typed: string) => typed === 'good' || 'It is bad.';

it.each<[string, (prompts: Prompts) => Promise<string>]>([
  ['a text', (prompts) => prompts.text('Which?', check)],
  ['a secret', (prompts) => prompts.secret('Which?', check)],
])('asks for %s until it is right', async (_, ask) => {
  const { prompts, type } = person();
  const asked = ask(prompts);
  await type('Which?', 'x\r');
  await type('It is bad.', '\u007fgood\r');
  expect(await asked).toBe('good');
});

it('takes any text where nothing is checked, and shows no secret', async () => {
  const open = person();
  const text = open.prompts.text('Which?');
  await open.type('Which?', 'a\r');
  expect(await text).toBe('a');
  const hidden = person();
  const secret = hidden.prompts.secret('Which?');
  await hidden.type('Which?', 'tomato\r');
  expect(await secret).toBe('tomato');
  expect(hidden.seen()).toContain('******');
  expect(hidden.seen()).not.toContain('tomato');
});

it('offers what matches, before anything is typed', async () => {
  const { prompts, type } = person();
  const asked = prompts.search('Which?', (typed) => [{ value: `[${typed}]`, name: 'First' }]);
  await type('First', '\r');
  expect(await asked).toBe('[]');
});

it('lets a person choose', async () => {
  const { prompts, type } = person();
  const choices = ['a', 'b'].map((value) => ({ value, name: value }));
  const asked = prompts.select('Which?', choices);
  await type('Which?', '\u001b[B\r');
  expect(await asked).toBe('b');
});

it('ends the command with Ctrl-C, and for the reason of its signal', async () => {
  const first = person();
  const refused = expect(first.prompts.text('Which?')).rejects.toMatchObject({ exitCode: 130 });
  await first.type('Which?', '\u0003');
  await refused;
  const second = person();
  const reason = new Error('stopped');
  const stopped = expect(second.prompts.text('Which?')).rejects.toBe(reason);
  await second.type('Which?', '');
  second.controller.abort(reason);
  await stopped;
});
