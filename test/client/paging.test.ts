import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  followCursor,
  ListRows,
  MAX_PAGE_SIZE,
  nextCursor,
  type PageStart,
  type ReadPage,
} from '../../src/client/paging.js';
import { PAGE } from '../../src/contract/index.js';
import { runs } from '../support/property-runs.js';

interface Row {
  id: string;
}

type Style = 'array' | 'envelope';

function offsetOf(start: PageStart): number {
  if ('offset' in start) return start.offset;
  throw new Error('No page told a cursor.');
}

/** A list that a service pages through, with something happening after each page. */
class List {
  readonly asked: [offset: number, limit: number][] = [];
  rows: Row[];
  readonly #style: Style;
  readonly #afterPage: (list: List, page: number) => void;

  constructor(
    length: number,
    style: Style = 'array',
    afterPage: (list: List, page: number) => void = () => {},
  ) {
    this.rows = Array.from({ length }, (_, index) => ({ id: `r${index}` }));
    this.#style = style;
    this.#afterPage = afterPage;
  }

  readonly read: ReadPage<Row> = async (start, limit) => {
    const offset = offsetOf(start);
    this.asked.push([offset, limit]);
    const data = this.rows.slice(offset, offset + limit);
    const total = this.#style === 'envelope' ? this.rows.length : undefined;
    this.#afterPage(this, this.asked.length);
    return { data, total, limit: undefined };
  };

  insert(at: number, id: string): void {
    this.rows.splice(at, 0, { id });
  }
}

async function walk(rows: ListRows<Row>): Promise<string[]> {
  const ids: string[] = [];
  for await (const row of rows) ids.push(row.id);
  return ids;
}

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`);

describe('walking a list that holds still', () => {
  it('uses the largest page of the interface', () => {
    expect(MAX_PAGE_SIZE).toBe(PAGE.maxLimit);
  });

  it.each<[number, Style, [number, number][]]>([
    [0, 'array', [[0, 100]]],
    [99, 'array', [[0, 100]]],
    // A full page could be the last one; without a total only the next one tells.
    [
      100,
      'array',
      [
        [0, 100],
        [99, 100],
      ],
    ],
    [100, 'envelope', [[0, 100]]],
    [
      250,
      'array',
      [
        [0, 100],
        [99, 100],
        [198, 100],
      ],
    ],
    [
      250,
      'envelope',
      [
        [0, 100],
        [99, 100],
        [198, 100],
      ],
    ],
  ])('%d rows as %s', async (length, style, asked) => {
    const list = new List(length, style);
    const rows = new ListRows(list.read);
    expect(await walk(rows)).toEqual(ids(0, length));
    expect(list.asked).toEqual(asked);
    expect(rows.shifted).toBe(false);
    expect(rows.more).toBe(false);
    expect(rows.total).toBe(style === 'envelope' ? length : undefined);
  });

  it.each<[number, number, Style, [number, number][], boolean]>([
    // offset, limit, style, requests, more
    [0, 10, 'array', [[0, 10]], true],
    [0, 10, 'envelope', [[0, 10]], true],
    [
      0,
      150,
      'array',
      [
        [0, 100],
        [99, 51],
      ],
      true,
    ],
    [
      0,
      250,
      'envelope',
      [
        [0, 100],
        [99, 100],
        [198, 52],
      ],
      false,
    ],
    [240, 10, 'envelope', [[240, 10]], false],
    // Exactly the rest of a list without a total: "perhaps".
    [240, 10, 'array', [[240, 10]], true],
    [240, 11, 'array', [[240, 11]], false],
    [249, 1, 'envelope', [[249, 1]], false],
    [300, 5, 'array', [[300, 5]], false],
  ])('from %d, %d of 250 rows as %s', async (offset, limit, style, asked, more) => {
    const list = new List(250, style);
    const rows = new ListRows(list.read, { offset, limit });
    expect(await walk(rows)).toEqual(ids(offset, Math.min(250, offset + limit)));
    expect(list.asked).toEqual(asked);
    expect(rows.more).toBe(more);
    expect(rows.shifted).toBe(false);
  });

  it('goes on behind a page that the service made smaller', async () => {
    const list = new List(120);
    const capped: ReadPage<Row> = async (start, limit) => ({
      ...(await list.read(start, Math.min(50, limit))),
      limit: 50,
    });
    expect(await walk(new ListRows(capped))).toEqual(ids(0, 120));
  });

  it('ends where a total promises rows that do not come', async () => {
    const list = new List(120);
    const boastful: ReadPage<Row> = async (start, limit) => ({
      ...(await list.read(start, limit)),
      total: 500,
    });
    expect(await walk(new ListRows(boastful))).toEqual(ids(0, 120));
    expect(list.asked.length).toBeLessThan(8);
  });

  it('takes a service that does not page at its word', async () => {
    const everything = async () => ({
      data: new List(250).rows,
      total: undefined,
      limit: undefined,
    });
    expect(await walk(new ListRows(everything))).toEqual(ids(0, 250));
  });

  it('says so when a service gives the first page for every offset', async () => {
    const list = new List(100);
    const stuck: ReadPage<Row> = async (_, limit) => list.read({ offset: 0 }, limit);
    await expect(walk(new ListRows(stuck))).rejects.toThrow(/same page/);
    expect(list.asked.length).toBeLessThan(8);
  });

  it('ends on a list in no order at all', async () => {
    const list = new List(300, 'array', (self) => {
      self.rows.reverse();
    });
    const walked = await walk(new ListRows(list.read));
    expect(new Set(walked).size).toBe(walked.length);
    expect(list.asked.length).toBeLessThan(120);
  });

  it.each([
    { limit: 0 },
    { limit: 1.5 },
    { offset: -1 },
    { pageSize: 1 },
    { pageSize: 101 },
    { limit: Number.NaN },
  ])('refuses %o', (options) => {
    expect(() => new ListRows(new List(1).read, options)).toThrow(/must be a whole number/);
  });
});

describe('walking a list that moves', () => {
  it('passes over what rows added in front push back', async () => {
    const list = new List(250, 'array', (self, page) => {
      if (page === 1) for (const id of ['new1', 'new2', 'new3']) self.insert(0, id);
    });
    const rows = new ListRows(list.read);
    expect(await walk(rows)).toEqual(ids(0, 250));
    expect(rows.shifted).toBe(true);
  });

  it('steps back for what rows removed in front pull forward', async () => {
    const list = new List(250, 'array', (self, page) => {
      if (page === 1) self.rows.splice(0, 40);
    });
    const rows = new ListRows(list.read);
    expect(await walk(rows)).toEqual(ids(0, 250));
    expect(rows.shifted).toBe(true);
  });

  it('finds the rest of a list that has shrunk below the offset', async () => {
    const list = new List(150, 'envelope', (self, page) => {
      if (page === 1) self.rows.splice(0, 90);
    });
    const rows = new ListRows(list.read);
    expect(await walk(rows)).toEqual(ids(0, 150));
    expect(rows.shifted).toBe(true);
  });

  it('notices that the very row of the overlap is gone', async () => {
    const list = new List(150, 'array', (self, page) => {
      if (page === 1) self.rows = self.rows.filter(({ id }) => id !== 'r99');
    });
    const rows = new ListRows(list.read);
    expect(await walk(rows)).toEqual(ids(0, 150));
    expect(rows.shifted).toBe(true);
  });

  it('still gives as many rows as were asked for', async () => {
    const list = new List(250, 'array', (self, page) => {
      if (page === 1) self.rows.splice(10, 1);
    });
    const rows = new ListRows(list.read, { limit: 101 });
    expect(await walk(rows)).toEqual(ids(0, 101));
    expect(rows.more).toBe(true);
  });

  const change = fc.record({
    afterPage: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom('insert', 'remove'),
    // New rows come in front, as with a list that shows the newest first.
    count: fc.integer({ min: 1, max: 12 }),
    at: fc.nat(60),
  });

  it('gives out once each row that was there all along, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.integer({ min: 2, max: 10 }),
        fc.constantFrom<Style>('array', 'envelope'),
        fc.array(change, { maxLength: 5 }),
        async (length, pageSize, style, changes) => {
          let inserted = 0;
          const list = new List(length, style, (self, page) => {
            for (const { kind, count, at } of changes.filter((one) => one.afterPage === page)) {
              if (kind === 'remove') self.rows.splice(at, count);
              else for (let n = 0; n < count; n++) self.insert(0, `new${inserted++}`);
            }
          });
          const original = new Set(list.rows.map(({ id }) => id));
          const walked = await walk(new ListRows(list.read, { pageSize }));
          expect(new Set(walked).size).toBe(walked.length);
          const survivors = list.rows.map(({ id }) => id).filter((id) => original.has(id));
          expect(walked).toEqual(expect.arrayContaining(survivors));
        },
      ),
      {
        numRuns: runs(500),
        // A page's length of new rows between requests, three times in a row.
        examples: [
          [
            17,
            5,
            'array',
            [4, 5, 6].map((afterPage) => ({ afterPage, kind: 'insert', count: 4, at: 0 })),
          ],
        ],
      },
    );
  });

  it('never reports a shift of a list that holds still', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(80),
        fc.nat(90),
        fc.integer({ min: 2, max: 10 }),
        fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
        fc.constantFrom<Style>('array', 'envelope'),
        async (length, offset, pageSize, limit, style) => {
          const list = new List(length, style);
          const rows = new ListRows(list.read, { offset, pageSize, limit });
          expect(await walk(rows)).toEqual(
            ids(offset, Math.max(offset, Math.min(length, offset + (limit ?? length)))),
          );
          expect(rows.shifted).toBe(false);
        },
      ),
    );
  });
});

describe('walking a list whose pages tell a cursor', () => {
  /** The cursor of a page is its last row; the newest rows come first. */
  function cursorList(length: number, afterPage = (_rows: string[], _page: number) => {}) {
    const list = Array.from({ length }, (_, index) => `r${String(index).padStart(3, '0')}`);
    const asked: [PageStart, limit: number][] = [];
    const read: ReadPage<Row> = async (start, limit) => {
      asked.push([start, limit]);
      const rest =
        'offset' in start ? list.slice(start.offset) : list.filter((id) => id > start.cursor);
      const data = rest.slice(0, limit).map((id) => ({ id }));
      const next = rest.length > limit ? data.at(-1)?.id : undefined;
      afterPage(list, asked.length);
      return { data, total: undefined, limit: undefined, next };
    };
    return { list, asked, read };
  }

  it('asks for the first page by offset and for the others by cursor', async () => {
    const { list, asked, read } = cursorList(25);
    const rows = new ListRows(read, { offset: 3, pageSize: 10 });
    expect(await walk(rows)).toEqual(list.slice(3));
    expect(asked).toEqual([
      [{ offset: 3 }, 10],
      [{ cursor: 'r012' }, 10],
      [{ cursor: 'r022' }, 10],
    ]);
    expect(rows).toMatchObject({ shifted: false, more: false });
  });

  it.each([
    [5, true],
    [10, true],
    [15, true],
    [20, true],
    [24, true],
    [25, false],
    [30, false],
  ])('ends at %i of 25 rows and knows whether that is the end', async (limit, more) => {
    const { list, asked, read } = cursorList(25);
    const rows = new ListRows(read, { limit, pageSize: 10 });
    expect(await walk(rows)).toEqual(list.slice(0, limit));
    expect(rows.more).toBe(more);
    expect(asked).toHaveLength(Math.ceil(Math.min(limit, 25) / 10));
  });

  it('loses and doubles nothing when rows come and go', async () => {
    const { list, read } = cursorList(40, (rows, page) => {
      // What is read already, and the very row of the cursor.
      if (page === 1) rows.splice(0, 10);
      if (page === 2) rows.unshift('new1', 'new2');
    });
    const before = [...list];
    const rows = new ListRows(read, { pageSize: 10 });
    expect(await walk(rows)).toEqual(before);
    expect(rows.shifted).toBe(false);
  });

  it.each([
    ['<?limit=2&cursor=a_-b>; rel="next"', 'a_-b'],
    ['<https://a.example/v1/feeds?cursor=c%20d>; rel=next', 'c d'],
    ['</first>; rel="first", <?cursor=e>; title="x"; rel="next"', 'e'],
    ['<?cursor=f>; rel="prev"', undefined],
    ['<https://a.example/?page=2>; rel="next"', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the link %s tells the cursor %s', (link, cursor) => {
    expect(nextCursor(link)).toBe(cursor);
  });
});

describe('answers with a cursor', () => {
  it.each([null, undefined])('are asked for until one has %s', async (end) => {
    const asked: (string | undefined)[] = [];
    const answers = followCursor(async (cursor) => {
      asked.push(cursor);
      return { cursor: (['a', 'b'][asked.length - 1] ?? end) as string | null };
    });
    let count = 0;
    for await (const _ of answers) count += 1;
    expect(count).toBe(3);
    expect(asked).toEqual([undefined, 'a', 'b']);
  });
});
