import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDocument, jsonLine, writeJsonArray } from '../../../src/cli/output/json.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';
import { anyCharacter } from '../../support/any-text.js';

describe('an array printed row by row', () => {
  it('is the text of the whole array, byte for byte', async () => {
    const values = fc.array(fc.jsonValue({ stringUnit: anyCharacter }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, async (rows) => {
        expect(await printed(rows)).toBe(jsonDocument(rows));
      }),
    );
  });

  it('stays exact where a text has line ends of Unicode', async () => {
    const rows = [{ title: 'one\u2028two\u2029three\u0085four\nfive' }];
    expect(await printed(rows)).toBe(jsonDocument(rows));
    expect(JSON.parse(await printed(rows))).toEqual(rows);
  });

  it('is [] without rows', async () => {
    expect(await printed([])).toBe('[]\n');
  });
});

describe('what nobody sees', () => {
  const HIDDEN = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;

  it('is escaped, and read as it was', () => {
    const text = 'a\u009b31mred\u202egpj.exe\u2066x\u2069\u2028\u001b[0m\u007f';
    expect(jsonLine(text)).toBe(
      '"a\\u009b31mred\\u202egpj.exe\\u2066x\\u2069\\u2028\\u001b[0m\\u007f"\n',
    );
    expect(JSON.parse(jsonLine(text))).toBe(text);
  });

  it('is never printed, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        for (const text of [jsonLine(value), jsonDocument(value)]) {
          expect(text).not.toMatch(HIDDEN);
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        }
      }),
    );
  });
});

async function printed(rows: readonly unknown[]): Promise<string> {
  const stdout = new PassThrough();
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const streams = openStreams(
    { stdin: new PassThrough(), stdout, stderr: new PassThrough() },
    { env: {}, noColor: false },
  );
  await writeJsonArray(each(rows), streams.stdout);
  return Buffer.concat(chunks).toString('utf8');
}

async function* each(rows: readonly unknown[]) {
  yield* rows;
}
