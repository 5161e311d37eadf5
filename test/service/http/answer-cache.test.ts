import { describe, expect, it, vi } from 'vitest';
import { encodeText, joinBytes } from '../../../src/service/core/answers.js';
import { SharedReads } from '../../../src/service/core/async/shared-reads.js';
import { AnswerCache } from '../../../src/service/http/answer-cache.js';

describe('answers in memory', () => {
  it('are written once for 300 readers at once, who all hold the same bytes', async () => {
    const documents = new AnswerCache();
    let written = 0;
    const write = async () => {
      written += 1;
      await new Promise(setImmediate);
      return new Uint8Array(1000);
    };
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => documents.get('a.xml', '1', write)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await documents.get('a.xml', '1', write)).toBe(answers[0]);
    expect(written).toBe(1);
  });

  it('are kept up to a number of bytes, the latest used for longest', async () => {
    const documents = new AnswerCache(1600);
    const sizes: string[] = [];
    const get = (key: string, size: number) =>
      documents.get(key, '1', async () => {
        sizes.push(key);
        return new Uint8Array(size);
      });
    await get('a', 200);
    await get('b', 200);
    await get('a', 200);
    await get('c', 200);
    expect(documents.bytes).toBe(2 * 700);
    await get('a', 200);
    await get('b', 200);
    expect(sizes).toEqual(['a', 'b', 'c', 'b']);
    await get('large', 1101);
    await get('large', 1101);
    expect(sizes).toEqual(['a', 'b', 'c', 'b', 'large', 'large']);
    expect(documents.bytes).toBe(2 * 700);
  });

  it('are forgotten when they were not requested for some time', async () => {
    const documents = new AnswerCache();
    const get = (key: string) => documents.get(key, '1', async () => new Uint8Array(500));
    const clock = vi.spyOn(performance, 'now');
    clock.mockReturnValue(1000);
    await get('a');
    await get('b');
    clock.mockReturnValue(1999);
    await get('a');
    documents.dropUnused(1000);
    expect(documents.bytes).toBe(2 * 1000);
    clock.mockReturnValue(2000);
    documents.dropUnused(1000);
    expect(documents.bytes).toBe(1000);
    clock.mockReturnValue(2999);
    documents.dropUnused(1000);
    expect(documents.bytes).toBe(0);
    clock.mockRestore();
  });

  it('have pages of their own when they are large, and are copied for a Response', async () => {
    const documents = new AnswerCache();
    const made = new Uint8Array(40_000).fill(7);
    const kept = await documents.get('a', '1', async () => made);
    expect(kept.buffer.resizable).toBe(true);
    expect(Buffer.from(kept).equals(made)).toBe(true);
    const sent = new Response(joinBytes([kept]));
    expect(Buffer.from(await sent.arrayBuffer()).equals(made)).toBe(true);
    expect(joinBytes([made])).toBe(made);
  });

  it('are made once for requests of one round of the event loop, however fast they are made', async () => {
    const documents = new AnswerCache(0);
    let made = 0;
    const make = async () => {
      made += 1;
      return new Uint8Array(1);
    };
    const arrival = () => new Promise(setImmediate).then(() => documents.get('a', '1', make));
    await Promise.all([arrival(), arrival(), arrival()]);
    expect(made).toBe(1);
  });

  it('that cannot be written are tried again by the next reader', async () => {
    const documents = new AnswerCache();
    const failing = documents.get('a', '1', () => Promise.reject(new Error('gone')));
    await expect(failing).rejects.toThrow('gone');
    expect(await documents.get('a', '1', async () => new Uint8Array(1))).toHaveLength(1);
  });

  it('are not kept with 0 bytes, and still shared while they are made', async () => {
    const documents = new AnswerCache(0);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise(setImmediate);
      return new Uint8Array(1);
    };
    await Promise.all([documents.get('a', '1', make), documents.get('a', '1', make)]);
    await documents.get('a', '1', make);
    expect({ made, bytes: documents.bytes }).toEqual({ made: 2, bytes: 0 });
  });

  it('are replaced by those of another revision', async () => {
    const documents = new AnswerCache(10_000);
    const get = (revision: string) =>
      documents.get('a', revision, async () => encodeText(revision));
    await get('1');
    expect(await get('2')).toEqual(encodeText('2'));
    expect(documents.bytes).toBe(501);
    expect(await get('1')).toEqual(encodeText('1'));
  });

  it('count the whole buffer that a part of one holds', async () => {
    const documents = new AnswerCache(10_000);
    await documents.get('a', '1', async () => new Uint8Array(8000).subarray(0, 10));
    expect(documents.bytes).toBe(8500);
  });
});

describe('shared reads', () => {
  it('give one read to those who ask before it begins, and a new one to those after', async () => {
    const reads = new SharedReads<number>();
    let written = 0;
    const read = async () => written;
    const first = reads.get('a', read);
    written = 1;
    const second = reads.get('a', read);
    expect(second).toBe(first);
    expect(reads.get('b', read)).not.toBe(first);
    expect(await second).toBe(1);
    written = 2;
    expect(await reads.get('a', read)).toBe(2);
    const failing = reads.get('a', () => Promise.reject(new Error('lost')));
    await expect(failing).rejects.toThrow('lost');
    expect(await reads.get('a', read)).toBe(2);
  });
});
