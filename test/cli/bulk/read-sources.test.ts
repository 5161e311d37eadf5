import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { expandIds, readInput } from '../../../src/cli/bulk/read-input.js';
import { type ListFormat, readSources } from '../../../src/cli/bulk/read-sources.js';
import { CliError } from '../../../src/cli/kit/errors.js';
import { createNotes } from '../../../src/cli/output/notes.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function sources(text: string | Uint8Array, format?: ListFormat): Promise<unknown[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const read = await readSources(bytes, 'list', format);
  return read.map((one) => ('problem' in one ? one.problem : one.source));
}

const A = { url: 'https://a.example/' };
const B = { url: 'https://b.example/?x=1,2;3' };

describe('sources from a file', () => {
  it.each([
    ['a list', 'https://a.example/\nhttps://b.example/?x=1,2;3\n', [A, B]],
    [
      'a list with Windows line ends and a byte order mark',
      '\ufeffhttps://a.example/\r\nhttps://b.example/?x=1,2;3\r\n',
      [A, B],
    ],
    [
      'a list with remarks, blanks and no end',
      '# mine\n\n  https://a.example/  \n#x\nfeed://b.example/',
      [A, { url: 'https://b.example/' }],
    ],
    ['nothing', '\n\n', []],
    ['CSV', 'url\nhttps://a.example/\n', [A]],
    ['CSV of a spreadsheet', 'Name;URL\r\nA;https://a.example/\r\n', [A]],
    ['CSV of feeds list', 'id,title,source_url,is_active\nx,"T, u",https://a.example/,true\n', [A]],
    [
      'CSV of an export',
      'kind,url,keyword,headline,region,title\nfeed,,solar  sails,,gb,T\nfeed,,,Probe unfolds its sail,,\nbundle,,,,,News\n',
      [
        { mode: 'keyword', text: 'solar sails', region: 'GB:en' },
        { mode: 'headline', text: 'Probe unfolds its sail', region: 'US:en' },
      ],
    ],
  ])('may be %s', async (_, text, expected) => {
    expect(await sources(text)).toEqual(expected);
  });

  it('without an address are problems of their own', async () => {
    expect(await sources('url,title\nhttps://a.example/,A\n,B\n"",,\n')).toEqual([
      A,
      'Line 3 of list has no url, keyword or headline.',
    ]);
  });

  it('that are no addresses are problems of their own', async () => {
    expect(
      await sources('https://a.example/\nexample.com/news\nhost:80\nsolar sails\nftp://a/\n'),
    ).toEqual([
      A,
      { url: 'https://example.com/news' },
      '"host:80" is not an address. Use a full address such as https://example.com/news',
      `"solar sails" is not an address. Use a full address such as https://example.com/news; for a news search: feedctl feeds create --keyword 'solar sails'`,
      '"ftp://a/" is not supported: only http and https addresses are.',
    ]);
    expect(await sources('keyword,region\nx,nowhere\n')).toEqual([
      '"nowhere" is not a region such as US:en or GB:en.',
    ]);
  });

  it('that are no addresses may be a search, while they are short', async () => {
    const [short, long] = await sources(`${'a'.repeat(100)}\n${'a'.repeat(101)}\n`, 'list');
    expect(short).toContain('; for a news search: feedctl feeds create --keyword aaa');
    expect(long).toMatch(/such as https:\/\/example\.com\/news$/);
  });

  it('may leave the scheme out, also in the first line', async () => {
    expect(await sources('# mine\nexample.com/news\nhttps://a.example/\n')).toEqual([
      { url: 'https://example.com/news' },
      A,
    ]);
    expect(await sources('url\nexample.com/news\nhttps://a.example/\n')).toEqual([
      { url: 'https://example.com/news' },
      A,
    ]);
  });

  it('are read as they are said to be', async () => {
    expect(await sources('url\nhttps://a.example/\n', 'list')).toEqual([
      '"url" is not an address. Use a full address such as https://example.com/news; for a news search: feedctl feeds create --keyword url',
      A,
    ]);
    await expect(sources('https://a.example/\n', 'csv')).rejects.toThrow(
      'list:1:1: no column is named url, keyword or headline.',
    );
  });

  it.each([
    ['a heading without addresses', 'name,site\n', 'list:1:1: "name,site" is neither an address'],
    [
      'rows without a heading',
      'a.example/x,T\n',
      'list:1:1: "a.example/x,T" is neither an address',
    ],
    ['a text', '\n# x\nHello\n', 'list:3:1: "Hello" is neither an address'],
    [
      'Latin-1',
      Buffer.from('https://a.example/\nhttps://b.example/\u00fc\n', 'latin1'),
      'list:2:19: this is not UTF-8',
    ],
  ])('are refused with the place: %s', async (_, text, message) => {
    const error = await sources(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CliError);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  it.each([
    '<?xml version="1.0"?>\n<opml/>',
    '\ufeff<opml version="2.0">',
    'feeds:\n  - url: a.example',
    '{"feeds": []}',
  ])('are not those of a file to import, which is said: %j', async (text) => {
    await expect(sources(text)).rejects.toMatchObject({
      exitCode: 2,
      hint: 'Import it: feedctl import list',
    });
  });

  it('may be 50,000', async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `https://a.example/${index}`);
    expect(await sources(text.join('\r\n'))).toHaveLength(50_000);
  });
});

/** A command with this text on standard input. */
function piped(text: string | Buffer) {
  const stdin = new PassThrough();
  stdin.end(text);
  const nodeStreams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  const streams = openStreams(nodeStreams, { env: {}, noColor: false });
  const notes = createNotes(streams, { quiet: false, debug: false, machine: false });
  return { context: { streams, notes }, noted: () => `${nodeStreams.stderr.read() ?? ''}` };
}

describe('ids on standard input', () => {
  it('are added to those of the command line, without remarks and blank lines', async () => {
    const { context, noted } = piped('# mine\r\n a1B2c3D4e5F6g7H8 \n\n_b1B2c3D4e5F6g7H8\r');
    expect(await expandIds(context, ['x', '-', 'y'])).toEqual([
      'x',
      'y',
      'a1B2c3D4e5F6g7H8',
      '_b1B2c3D4e5F6g7H8',
    ]);
    expect(await expandIds(context, ['x'])).toEqual(['x']);
    expect(noted()).toBe('');
  });

  it('may be none, which is noted', async () => {
    const { context, noted } = piped('# nothing\n');
    expect(await expandIds(context, ['-'])).toEqual([]);
    expect(noted()).toBe('Standard input has no ids.\n');
  });

  it('may fill 16 MiB', async () => {
    const { context } = piped(Buffer.alloc(16 * 2 ** 20, '#'));
    expect(await expandIds(context, ['-'])).toEqual([]);
    const more = piped(Buffer.alloc(16 * 2 ** 20 + 1, '#'));
    await expect(expandIds(more.context, ['-'])).rejects.toThrow(
      'Standard input is larger than 16 MiB.',
    );
  });
});

describe('a file', () => {
  it('is read up to its limit', async () => {
    const path = join(temporaryDirectory(), 'list');
    const { context } = piped('');
    writeFileSync(path, Buffer.alloc(2 ** 20));
    expect(await readInput(context, path, 2 ** 20)).toMatchObject({ name: path });
    writeFileSync(path, Buffer.alloc(2 ** 20 + 1));
    await expect(readInput(context, path, 2 ** 20)).rejects.toThrow(
      `${path} is larger than 1 MiB.`,
    );
  });

  it('that cannot be read is named with the reason', async () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'lists'));
    const { context } = piped('');
    for (const [name, why] of [
      ['lists', `${join(dir, 'lists')} cannot be read: it is a directory.`],
      ['nothing', `File not found: ${join(dir, 'nothing')}`],
      ['x'.repeat(300), 'cannot be read: ENAMETOOLONG.'],
    ] as const) {
      await expect(readInput(context, join(dir, name), 1e6)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining(why),
      });
    }
  });
});
