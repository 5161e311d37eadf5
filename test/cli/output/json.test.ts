import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDocument, writeJsonArray } from '../../../src/cli/output/json.js';
import { openStreams } from '../../../src/cli/running/streams.js';

describe('an array printed row by row', () => {
  it('is the text of the whole array, byte for byte', async () => {
    const values = fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, async (rows) => {
        expect(await printed(rows)).toBe(jsonDocument(rows));
      }),
    );
  });

  it('is [] without rows', async () => {
    expect(await printed([])).toBe('[]\n');
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
