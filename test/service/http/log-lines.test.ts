import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogLines } from '../../../src/service/http/log-lines.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A real pipe, neither end of which waits; its reader can go and come back. */
function pipe() {
  const path = join(temporaryDirectory(), 'log');
  execFileSync('mkfifo', [path]);
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let reader = openReader();
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => {
    closeSync(reader);
    closeSync(writer);
  });
  return {
    writer,
    leave: () => closeSync(reader),
    comeBack: () => {
      reader = openReader();
    },
    read: () => readAll(reader),
  };
}

/** What can be read without waiting. */
function readAll(fd: number): string {
  const buffer = Buffer.alloc(1024 * 1024);
  let length = 0;
  try {
    for (;;) {
      const read = readSync(fd, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return buffer.toString('utf8', 0, length);
}

const line = (text: string) => `${JSON.stringify({ msg: text })}\n`;

describe('lines of a log', () => {
  it('are written together, in order', () => {
    const { writer, read } = pipe();
    const lines = new LogLines(writer);
    lines.write(line('one'));
    lines.write(line('zwölf'));
    expect(read()).toBe('');
    lines.flush();
    expect(read()).toBe(line('one') + line('zwölf'));
  });

  it('are written at once when there are many', () => {
    const { writer, read } = pipe();
    new LogLines(writer).write(line('x'.repeat(10_000)));
    expect(read()).toHaveLength(line('x'.repeat(10_000)).length);
  });

  it('are dropped while nobody reads, and come again with the reader', () => {
    const { writer, leave, comeBack, read } = pipe();
    const lines = new LogLines(writer);
    leave();
    lines.write(line('unread'));
    lines.flush();
    comeBack();
    lines.write(line('read'));
    lines.flush();
    const said = read();
    expect(said).not.toContain('unread');
    expect(said).toContain(line('read'));
  });

  it('wait for a reader that is slow, complete and in order', () => {
    const { writer, read } = pipe();
    const lines = new LogLines(writer);
    const sent = Array.from({ length: 200 }, (_, index) => line(`${index} ${'y'.repeat(1000)}`));
    for (const each of sent) lines.write(each);
    let received = '';
    for (let round = 0; round < 20; round += 1) {
      lines.flush();
      received += read();
    }
    expect(received).toBe(sent.join(''));
  });

  it('are dropped, and counted, when a reader takes nothing for long', () => {
    const { writer, read } = pipe();
    const lines = new LogLines(writer);
    const sent = 5000;
    for (let index = 0; index < sent; index += 1) lines.write(line('z'.repeat(1000)));
    let received = '';
    for (let round = 0; round < 100; round += 1) {
      lines.flush();
      received += read();
    }
    const logged: { msg: string; lines?: number }[] = received
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each));
    const lost = logged.find(({ lines }) => lines !== undefined);
    expect(lost?.lines).toBeGreaterThan(1000);
    expect(logged.length - 1 + (lost?.lines ?? 0)).toBe(sent);
  });

  it('are dropped when the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const lines = new LogLines(full);
    lines.write(line('no room'));
    expect(() => lines.flush()).not.toThrow();
  });
});
