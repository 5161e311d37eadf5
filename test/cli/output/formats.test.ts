import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Format } from '../../../src/cli/kit/globals.js';
import { FORMAT_WRITERS } from '../../../src/cli/output/formats.js';
import { createNotes } from '../../../src/cli/output/notes.js';
import { createOutput, type Output, type OutputFacts } from '../../../src/cli/output/output.js';
import type { RecordView, View } from '../../../src/cli/output/view.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';
import { anyText } from '../../support/any-text.js';

const VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'url', kind: 'url' },
    { field: 'at', kind: 'time' },
  ],
};
const RECORD: RecordView = {
  fields: [{ field: 'id', kind: 'id' }, { field: 'title' }],
  rows: {
    field: 'items',
    limit: 1,
    view: { one: 'item', many: 'items', columns: [{ field: 'title' }] },
  },
};
const SAMPLE = { id: 'a', title: 't', url: 'u', at: 'x', items: [{ title: 't' }] };
const ROWS = [
  { id: 'a1', title: 'One: "two"', url: 'https://example.com/1', at: null, items: [] },
  { id: 'b2', title: '# no comment', url: '', at: 'x', items: [{ title: 'i' }, { title: 'j' }] },
];

async function printed(
  facts: Partial<Omit<OutputFacts, 'stream'>> & {
    format: Format;
    columns?: number | undefined;
    env?: NodeJS.ProcessEnv;
  },
  rows: readonly object[] = ROWS,
  options: { endless?: boolean } = {},
): Promise<string> {
  const [output, chunks] = collecting(facts);
  await output.rows(rows, VIEW, options);
  return chunks.join('');
}

function collecting(facts: Parameters<typeof printed>[0]): [Output, string[]] {
  const { columns, env = {}, ...rest } = facts;
  const stdout = Object.assign(new PassThrough(), {
    isTTY: columns !== undefined,
    columns: columns ?? 80,
  });
  const chunks: string[] = [];
  stdout.on('data', (chunk) => chunks.push(String(chunk)));
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  const node = { stdin, stdout, stderr: new PassThrough() };
  const { stdout: stream } = openStreams(node, { env, noColor: true });
  const output = createOutput({ fields: undefined, header: true, sample: SAMPLE, ...rest, stream });
  return [output, chunks];
}

it('CSV has a column for each value that fits into a cell', async () => {
  const lists = { tags: ['t'], items: [{ title: 'i' }], authors: [{ name: 'n' }] };
  const row = { id: 'a', ...lists, gone: null, source: { url: 'u', rows: [{}] } };
  const text = await printed({ format: 'csv', sample: row }, [row]);
  expect(text.split('\r\n')[0]).toBe('id,tags,authors,gone,source.url');
});

describe('YAML', () => {
  it('says the same as JSON', async () => {
    expect(parse(await printed({ format: 'yaml' }))).toEqual(ROWS);
    expect(await printed({ format: 'yaml' }, [])).toBe('[]\n');
  });

  it('comes row by row, without folds and anchors', async () => {
    const shared = { deep: 'word '.repeat(50) };
    const text = await printed({ format: 'yaml' }, [{ id: 'a', one: shared, two: shared }]);
    expect(text.split('\n')[0]).toBe('- id: a');
    expect(text).not.toMatch(/[&*]a/);
    expect(text).toContain(`deep: "${'word '.repeat(50)}"`);
  });
});

describe('texts that command a terminal or reorder a line', () => {
  const title = 'a\u001b[31m\u009b0m\u202e\u2066b\u2028c\u0085: "d"';
  const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

  it.each<Format>(['json', 'jsonl', 'yaml'])('are escaped in %s', async (format) => {
    const rows = [{ id: 'a', [title]: title, list: [title] }];
    const text = await printed({ format }, rows);
    expect(text).not.toMatch(RAW);
    expect(format === 'yaml' ? parse(text) : [JSON.parse(text)].flat()).toEqual(rows);
  });

  it('are left out of ids', async () => {
    expect(await printed({ format: 'id' }, [{ id: title }])).toBe('ab c : "d"\n');
  });

  it('read the same in YAML, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), async (text) => {
        const yaml = await printed({ format: 'yaml' }, [{ [text]: text }]);
        expect(yaml).not.toMatch(RAW);
        expect(parse(yaml)).toEqual([{ [text]: text }]);
      }),
    );
  });
});

describe('the names of columns', () => {
  it('stand above tables and CSV, unless they are not wanted', async () => {
    for (const format of ['table', 'csv'] as const) {
      const full = (await printed({ format })).split(/\r?\n/);
      const bare = (await printed({ format, header: false })).split(/\r?\n/);
      expect(full.slice(1)).toEqual(bare);
      expect(full[0]?.toLowerCase()).toMatch(/^id.title.url.at$/);
    }
    const full = await printed({ format: 'table', columns: 80 });
    const bare = await printed({ format: 'table', columns: 80, header: false });
    expect(full.slice(full.indexOf('\n') + 1)).toBe(bare);
  });

  it('do not stand above rows without an end', async () => {
    expect(await printed({ format: 'table' }, ROWS, { endless: true })).toMatch(/^a1\t/);
    expect(await printed({ format: 'json' }, ROWS, { endless: true })).toBe(
      ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
  });
});

describe('nested fields', () => {
  it.each<[Format, string]>([
    ['jsonl', '{"id":"b2","items.title":["i","j"]}\n'],
    ['yaml', '- id: b2\n  items.title:\n    - i\n    - j\n'],
    ['csv', 'id,items.title\r\nb2,"i, j"\r\n'],
    ['table', 'ID\tITEMS.TITLE\nb2\ti, j\n'],
  ])('in %s', async (format, text) => {
    expect(await printed({ format, fields: ['id', 'items.title'] }, ROWS.slice(1))).toBe(text);
  });
});

describe('a table on a terminal', () => {
  const TITLES = [
    '日本語のニュース',
    'हिन्दी समाचार',
    '🫠🫡 👩‍👩‍👧‍👦 ok',
    'Été ❤️',
    '한국어 뉴스',
    'plain',
  ];
  const rows = TITLES.map((title, index) => ({
    id: `id${index}`,
    title,
    url: `https://example.com/${index}`,
  }));

  it('keeps its columns in line, whatever the script', async () => {
    const [head = '', ...lines] = (await printed({ format: 'table', columns: 100 }, rows))
      .trimEnd()
      .split('\n');
    const column = head.indexOf('URL');
    for (const [index, line] of lines.entries()) {
      expect(line).toContain(TITLES[index]);
      expect(stringWidth(line.slice(0, line.indexOf('https:')))).toBe(column);
    }
  });

  it('fits the terminal', async () => {
    for (const columns of [120, 60, 45, 30]) {
      const text = await printed({ format: 'table', columns }, rows);
      for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(text.includes('https:')).toBe(columns > 30);
    }
  });

  it('links a shortened address to the whole one, where the terminal can', async () => {
    const url = `https://example.com/${'long/'.repeat(30)}日本`;
    const link = (shown: string) =>
      `\u001b]8;;${new URL(url).href}\u001b\\${shown}\u001b]8;;\u001b\\`;
    const shown = `https://example.com/${'long/'.repeat(3)}`;
    const env = { FORCE_HYPERLINK: '1' };
    const text = await printed({ format: 'table', columns: 70, env }, [{ id: 'a', url }]);
    expect(text).toContain('\u001b]8;;https://example.com/long/');
    expect(text).toContain(link(text.match(/\\(https:[^\u001b]*)/)?.[1] ?? ''));
    expect(text).toContain(`\\${shown}`);
    expect(await printed({ format: 'table', columns: 70 }, [{ id: 'a', url }])).not.toContain(
      '\u001b',
    );
  });

  it('links no address that is longer than terminals take', async () => {
    const env = { FORCE_HYPERLINK: '1' };
    const address = (length: number) => 'https://example.com/'.padEnd(length, 'x');
    const linked = (length: number) =>
      printed({ format: 'table', columns: 70, env }, [{ id: 'a', url: address(length) }]);
    expect(await linked(2083)).toContain(`8;;${address(2083)}\u001b`);
    expect(await linked(2084)).not.toContain('\u001b');
  });

  it('never lets an address end the link', async () => {
    const env = { FORCE_HYPERLINK: '1' };
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'x\u001b\\y', '']) {
      const text = await printed({ format: 'table', columns: 70, env }, [{ id: 'a', url }]);
      expect(text).not.toContain('\u001b');
    }
    const url = 'https://example.com/\u001b\\\u001b]0;owned\u0007\u009c\u202ex';
    const text = await printed({ format: 'table', columns: 70, env }, [{ id: 'a', url }]);
    expect(text).not.toMatch(/[\u0007\u009c\u202e]|\]0;/);
    expect(text.split('\u001b')).toHaveLength(5);
  });

  it('says how long ago things were', async () => {
    const at = new Date(Date.now() - 3 * 3_600_000 - 1000).toISOString();
    expect(await printed({ format: 'table', columns: 80 }, [{ id: 'a', at }])).toContain('3 h ago');
    expect(await printed({ format: 'table' }, [{ id: 'a', at }])).toContain(at);
  });
});

describe('a format', () => {
  it('is a row of a table: how it prints is all there is to it', async () => {
    const stdout = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
    const stdin = Object.assign(new PassThrough(), { isTTY: false });
    const { stdout: stream } = openStreams(
      { stdin, stdout, stderr: new PassThrough() },
      { env: {}, noColor: true },
    );
    const facts = { fields: ['title'], header: true, sample: SAMPLE, stream };
    const output = createOutput(
      { ...facts, format: 'csv' },
      {
        ...FORMAT_WRITERS,
        csv: ({ chosen }) => ({
          record: (value) => stream.write(`<${JSON.stringify(chosen(value))}>`),
          rows: async (rows) => {
            for await (const row of rows) await stream.write(`<${JSON.stringify(chosen(row))}>`);
          },
        }),
      },
    );
    await output.rows([{ id: 'a', title: 'One' }], VIEW);
    await output.record({ id: 'b', title: 'Two' }, { fields: VIEW.columns });
    await output.value({ any: 'thing' });
    expect(String(stdout.read())).toBe(
      '<{"title":"One"}><{"title":"Two"}>{\n  "any": "thing"\n}\n',
    );
  });
});

describe('a record with rows', () => {
  it.each([
    ['a pipe', undefined, 'id\ta\ntitle\tt\n\nTITLE\ni\nj\n'],
    ['a terminal', 80, expect.stringMatching(/TITLE\s+i\s+… and 1 more item\n$/)],
  ])('shows all of them to %s, or says how many are left out', async (_, columns, expected) => {
    const [output, chunks] = collecting({ format: 'table', columns });
    const items = [{ title: 'i' }, { title: 'j' }];
    await output.record({ id: 'a', title: 't', items }, RECORD);
    expect(chunks.join('')).toEqual(expected);
  });

  it('ends after its fields when there are none', async () => {
    const [output, chunks] = collecting({ format: 'table' });
    await output.record({ id: 'a', title: 't', items: [] }, RECORD);
    expect(chunks.join('')).toBe('id\ta\ntitle\tt\n');
  });
});

describe('notes', () => {
  async function printed(
    facts: { quiet?: boolean; debug?: boolean; machine?: boolean },
    isTTY = false,
  ) {
    const stderr = Object.assign(new PassThrough(), { isTTY });
    const nodeStreams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const streams = openStreams(nodeStreams, { env: {}, noColor: true });
    const notes = createNotes(streams, { quiet: false, debug: false, machine: false, ...facts });
    await notes.note('note');
    await notes.hint('hint');
    await notes.warn('warn\u001b[2J');
    await notes.allWell('well');
    notes.debug('debug');
    await new Promise(setImmediate);
    return `${stderr.read()}`.trim().split('\n');
  }

  it('are for people, and silenced by -q; warnings are not', async () => {
    const warning = 'Warning: warn';
    expect(await printed({})).toEqual(['note', 'hint', warning]);
    expect(await printed({}, true)).toEqual(['note', 'hint', warning, 'well']);
    expect(await printed({ machine: true })).toEqual(['note', warning]);
    expect(await printed({ quiet: true }, true)).toEqual([warning]);
    expect(await printed({ quiet: true, debug: true })).toEqual([warning, 'debug']);
  });
});

describe('-q', () => {
  it.each<[Partial<OutputFacts>, string]>([
    [{}, 'id\ta\ntitle\tt\nsaid\ndone\n'],
    [{ reports: true }, 'id\ta\ntitle\tt\nsaid\ndone\n'],
    [{ quiet: true }, 'id\ta\ntitle\tt\nsaid\n'],
    [{ quiet: true, reports: true }, 'said\n'],
    [{ quiet: true, reports: true, fields: ['id'] }, 'id\ta\nsaid\ndone\n'],
    [{ quiet: true, reports: true, format: 'jsonl' }, '{"id":"a","title":"t"}\n'],
  ])('hides what only reports: %j', async (facts, text) => {
    const [output, chunks] = collecting({ format: 'table', ...facts });
    await output.record({ id: 'a', title: 't' }, { fields: RECORD.fields });
    await output.say('said');
    await output.report('done');
    expect(chunks.join('')).toBe(text);
  });

  it('reads rows that it does not print, because reading them does the work', async () => {
    const read: number[] = [];
    async function* rows() {
      for (const id of [1, 2]) {
        read.push(id);
        yield { id };
      }
    }
    const [output, chunks] = collecting({ format: 'table', quiet: true, reports: true });
    await output.rows(rows(), VIEW);
    expect([read, chunks]).toEqual([[1, 2], []]);
  });
});

it('chosen fields of a record leave out its rows', async () => {
  const [output, chunks] = collecting({ format: 'table', fields: ['title'] });
  await output.record({ id: 'a', title: 't', items: [{ title: 'i' }] }, RECORD);
  expect(chunks.join('')).toBe('title\tt\n');
});

it('a view with lines of its own has them on a terminal, unless fields are chosen', async () => {
  const view: View = { ...VIEW, line: (row) => `<${JSON.stringify(row)}>` };
  const lines = async (facts: Parameters<typeof printed>[0]) => {
    const [output, chunks] = collecting(facts);
    await output.rows([{ id: 'a' }], view);
    return chunks.join('');
  };
  expect(await lines({ format: 'table', columns: 80 })).toBe('<{"id":"a"}>\n');
  expect(await lines({ format: 'table', columns: 80, fields: ['id'] })).toBe('ID\na\n');
  expect(await lines({ format: 'table', fields: ['id'] })).toBe('ID\na\n');
});
