import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseNoChanges } from '../../../../src/cli/commands/base/changes.js';
import { confirm } from '../../../../src/cli/commands/base/confirm.js';
import { wantedRows } from '../../../../src/cli/commands/base/list.js';
import { noteDoubt } from '../../../../src/cli/commands/base/note-doubt.js';
import { withSecretFile } from '../../../../src/cli/commands/base/secret-file.js';
import { floorNote, sendChanges } from '../../../../src/cli/commands/base/send-changes.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient } from '../../../../src/client/index.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

describe('a confirmation', () => {
  const asking = (answer: boolean, facts: { yes?: boolean; canAsk?: boolean } = {}) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const { yes = false, canAsk = true } = facts;
    const context = { globals: { yes }, prompts: { canAsk, confirm: ask } } as unknown as Context;
    const answered = confirm(context, 'Delete feed x? It is lost.', 'Nothing was deleted.');
    return { asked, answered };
  };

  it('is asked for, unless it was given', async () => {
    const yes = asking(true);
    await yes.answered;
    expect(yes.asked).toEqual(['Delete feed x? It is lost.']);
    await expect(asking(false).answered).rejects.toThrow('Cancelled. Nothing was deleted.');
    const given = asking(false, { yes: true });
    await given.answered;
    expect(given.asked).toEqual([]);
  });

  it.each([
    ['Delete feed x? It is lost.', 'this deletes feed x. It is lost.'],
    ['Replace key c?', 'this replaces key c.'],
    ['Apply it?', 'this applies it.'],
    ['Switch it?', 'this switches it.'],
    ['Destroy it?', 'this destroys it.'],
  ])('%s is refused without a terminal', async (question, statement) => {
    const context = { globals: {}, prompts: { canAsk: false } } as unknown as Context;
    await expect(confirm(context, question, '')).rejects.toThrow(
      `Not done: ${statement} Add --yes.`,
    );
  });
});

describe('a file for a secret', () => {
  it('is new, and of its owner alone', async () => {
    const file = join(temporaryDirectory(), 'key');
    const made = await withSecretFile(
      file,
      async () => 'made',
      (text) => `${text}:secret`,
    );
    expect(made).toEqual({ made: 'made' });
    expect(readFileSync(file, 'utf8')).toBe('made:secret\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is there before anything is made, and gone when that fails', async () => {
    const directory = temporaryDirectory();
    const make = () => Promise.reject(new Error('refused'));
    const [taken, file] = [join(directory, 'taken'), join(directory, 'new')];
    writeFileSync(taken, 'mine');
    const write = (path: string) => withSecretFile(path, make, String);
    await expect(write(taken)).rejects.toThrow('already exists');
    await expect(write(join(directory, 'none', 'x'))).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      exitCode: 2,
    });
    await expect(write(file)).rejects.toThrow('refused');
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
  });
});

it.each([
  [null, 0],
  [undefined, 0],
  [0.5, 0],
  [0.494, '(confidence 49 %). To choose another list: feedctl preview a --pick --profile p'],
])('a confidence of %s is doubted: %s', async (confidence, says) => {
  const notes: string[] = [];
  const note = async (text: string) => void notes.push(text);
  const context = { notes: { note }, globals: { profile: 'p' } } as unknown as Context;
  await noteDoubt(context, confidence, 'a');
  expect(notes).toEqual(says === 0 ? [] : [expect.stringContaining(String(says))]);
});

it('a list has a hundred rows unless another number or all are wanted', () => {
  expect(wantedRows({ limit: undefined, all: false })).toBe(100);
  expect(wantedRows({ limit: 5, all: false })).toBe(5);
  expect(wantedRows({ limit: undefined, all: true })).toBeUndefined();
});

it.each([
  ['bundles list --limit 0', 'a whole number of at least 1, not "0"'],
  ['bundles list --limit 5 --all', '--all and --limit cannot be combined'],
])('%s is wrong usage', async (line, message) => {
  const { code, stderr } = await run(line.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('no change is refused with two flags that make one', () => {
  const values = { title: undefined, name: undefined, every: undefined };
  expect(() => refuseNoChanges(values, 'feeds update')).toThrow(
    expect.objectContaining({
      message: 'Nothing to change.',
      hint: 'For example: --title TEXT, --name NAME. All: feedctl help feeds update',
    }),
  );
  expect(() => refuseNoChanges({ ...values, title: '' }, 'feeds update')).not.toThrow();
});

it('a change is sent as settings, then as metadata, where there are any', async () => {
  const sent: string[] = [];
  const client = {
    updateFeedSettings: async () => {
      sent.push('settings');
      return { interval: '5m', min_interval: '15m' };
    },
    updateFeed: async () => {
      sent.push('metadata');
      return { id: 'f' };
    },
  } as unknown as FeedClient;
  const note = 'The minimum interval of this service is 15m: 5m takes effect as 15m.';
  const send = (values: object) => sendChanges(client, 'f', values);
  expect(await send({ interval: '5m' })).toEqual({ feed: undefined, note });
  expect(await send({ title: 'T' })).toEqual({ feed: { id: 'f' }, note: null });
  expect(await send({ title: 'T', interval: '5m' })).toEqual({ feed: { id: 'f' }, note });
  expect(sent).toEqual(['settings', 'metadata', 'settings', 'metadata']);
  expect(floorNote({ interval: '1h' })).toBeNull();
});
