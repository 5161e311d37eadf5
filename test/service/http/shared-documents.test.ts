import { describe, expect, it } from 'vitest';
import { SharedDocuments } from '../../../src/service/http/shared-documents.js';

describe('published documents', () => {
  it('are written once for 300 readers at once, who all hold the same bytes', async () => {
    const documents = new SharedDocuments();
    let written = 0;
    const write = async () => {
      written += 1;
      await new Promise(setImmediate);
      return new Uint8Array(1000);
    };
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => documents.get('a.xml 1', write)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await documents.get('a.xml 1', write)).toBe(answers[0]);
    expect(written).toBe(1);
  });

  it('are kept up to a number of bytes, the latest used for longest', async () => {
    const documents = new SharedDocuments(100);
    const sizes: string[] = [];
    const get = (key: string, size: number) =>
      documents.get(key, async () => {
        sizes.push(key);
        return new Uint8Array(size);
      });
    await get('a', 40);
    await get('b', 40);
    await get('a', 40);
    await get('c', 40);
    expect(documents.bytes).toBe(80);
    await get('a', 40);
    await get('b', 40);
    expect(sizes).toEqual(['a', 'b', 'c', 'b']);
    await get('large', 101);
    await get('large', 101);
    expect(sizes).toEqual(['a', 'b', 'c', 'b', 'large', 'large']);
    expect(documents.bytes).toBe(80);
  });

  it('that cannot be written are tried again by the next reader', async () => {
    const documents = new SharedDocuments();
    const failing = documents.get('a', () => Promise.reject(new Error('gone')));
    await expect(failing).rejects.toThrow('gone');
    expect(await documents.get('a', async () => new Uint8Array(1))).toHaveLength(1);
  });
});
