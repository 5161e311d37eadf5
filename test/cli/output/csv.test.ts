import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { FORMAT_WRITERS } from '../../../src/cli/output/formats.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';

it.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u009b31mred', 'red'],
  ['\u001b]0;title\u0007x', 'x'],
  // The guard against formulas comes last: one must not stand behind a control that goes.
  ['\u0007=1+1', "'=1+1"],
  ['a\u0000\u0008b', 'ab'],
  ['tab\there', 'tab\there'],
])('CSV writes %j without what commands a terminal', async (text, written) => {
  const stdout = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  const node = { stdin, stdout, stderr: new PassThrough() };
  const { stdout: stream } = openStreams(node, { env: {}, noColor: true });
  const csv = FORMAT_WRITERS.csv({
    ...{ stream, header: true, fields: ['title'], sample: {} },
    chosen: (row) => row,
  });
  await csv.record({ title: text }, { fields: [] });
  expect(String(stdout.read())).toBe(`title\r\n${written}\r\n`);
});
