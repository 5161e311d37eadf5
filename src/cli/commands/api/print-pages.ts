import { isObject } from '../../../base/json.js';
import { decodeList, type Page } from '../../../client/decode.js';
import type { FeedClient, Query } from '../../../client/index.js';
import { ListRows, nextCursor } from '../../../client/paging.js';
import { UsageError } from '../../kit/index.js';
import { writeJsonArray } from '../../output/json.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { warnShifted } from '../base/index.js';
import { printAnswer } from './print-answer.js';

interface Row {
  id: string;
}

/** Rows of any list; only the service knows their fields. */
const VIEW: View = { one: 'row', many: 'rows', columns: [] };

/** Prints all rows of a list as one array, or one per line with -o jsonl. */
export async function printPages(context: Context, path: string, query: Query): Promise<void> {
  const { output, streams } = context;
  const client = await context.client();
  const rows = new ListRows<Row>(
    (start, limit) => {
      const { offset: _, ...others } = query;
      return readApiPage(context, client, path, { ...others, ...start, limit });
    },
    {
      offset: given(query, 'offset'),
      pageSize: given(query, 'limit'),
    },
  );
  if (output.format === 'jsonl' || output.format === 'yaml') await output.rows(rows, VIEW);
  else await writeJsonArray(rows, streams.stdout);
  await warnShifted(context, rows);
}

async function readApiPage(
  context: Context,
  client: FeedClient,
  path: string,
  query: Query,
): Promise<Page<Row>> {
  const answer = await client.request('GET', path, { query });
  // Throws when the status is an error.
  if (answer.status >= 400) await printAnswer(context, { method: 'GET', path }, answer);
  const page = decodePage(path, answer.text);
  return client.service.version === null
    ? page
    : { ...page, next: nextCursor(answer.headers.link) };
}

function decodePage(path: string, text: string): Page<Row> {
  try {
    return decodeList(JSON.parse(text), rowOf);
  } catch {
    throw new UsageError(`${path} did not return a list of rows with an id.`, {
      hint: `Without --paginate: feedctl api GET ${path}`,
    });
  }
}

function rowOf(row: unknown): Row {
  if (isObject(row) && typeof row.id === 'string') return { ...row, id: row.id };
  throw new TypeError('a row has no id');
}

/** A numeric query parameter; the last value counts, as in the service. */
function given(query: Query, name: string): number | undefined {
  const value = [query[name]].flat().at(-1);
  return value === undefined ? undefined : Number(value);
}
