import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { columns } from '../../../src/cli/output/columns.js';
import { createOutput } from '../../../src/cli/output/output.js';
import type { View } from '../../../src/cli/output/view.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';

const VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns('id title', { title: { heading: 'name' } }),
};
const ROW = { id: 'a1', title: 'News', source_url: 'https://example.com' };

/** The first line of a table, its headings. */
async function headings(preferredColumns: string[]): Promise<string[]> {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const node = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  const { stdout: stream } = openStreams(node, { env: {}, noColor: true });
  const output = createOutput({
    format: 'table',
    fields: undefined,
    preferredColumns,
    header: true,
    stream,
    sample: ROW,
  });
  await output.rows([ROW], VIEW);
  const text = String(stdout.read());
  return (
    text
      .split('\n')[0]
      ?.trim()
      .split(/\s{2,}/) ?? []
  );
}

it('prints the columns that are preferred, in their order, each with its own heading', async () => {
  expect(await headings([])).toEqual(['ID', 'NAME']);
  expect(await headings(['title', 'source_url'])).toEqual(['NAME', 'SOURCE']);
  expect(await headings(['title', 'no_such_field'])).toEqual(['NAME']);
});

it('prints the usual columns when the rows have none of those that are preferred', async () => {
  expect(await headings(['published_at'])).toEqual(['ID', 'NAME']);
});
