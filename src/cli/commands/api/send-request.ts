import type { Query } from '../../../client/index.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { printAnswer } from './print-answer.js';
import { printPages } from './print-pages.js';
import { bodyOfFields, readBody } from './request-body.js';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

export interface RequestOptions {
  /** `NAME=VALUE` each. */
  query: readonly string[];
  /** `NAME=VALUE` each: the fields of the body. */
  field: readonly string[];
  /** A file, or - for standard input. */
  input: string | undefined;
  paginate: boolean;
}

/** Sends one raw request and prints the response. The client checks the path. */
export async function sendRequest(
  context: Context,
  request: readonly string[],
  { query: pairs, field, input, paginate }: RequestOptions,
): Promise<void> {
  if (context.globals.fields !== undefined) {
    throw new UsageError('--fields does not apply to raw requests: the answer is printed whole.', {
      hint: 'Select from it with jq, or use a command that knows the fields: feedctl feeds list --fields id,title',
    });
  }
  if (field.length > 0 && input !== undefined) {
    throw new UsageError('--field and --input both set the body: use only one.');
  }
  const { method, path } = readRequest(request, field.length > 0 || input !== undefined);
  if (paginate && method !== 'GET') throw new UsageError('--paginate only works with GET.');
  if (method === 'GET' && field.length > 0) {
    throw new UsageError('A GET request cannot have a body.', { hint: `Use --query ${field[0]}` });
  }
  const query = readQuery(pairs);
  if (paginate) return printPages(context, path, query);
  const body = input === undefined ? bodyOfFields(field) : await readBody(context, input);
  const client = await context.client({ creates: method === 'POST' });
  const answer = await context.during(`${method} ${path}`, () =>
    client.request(method, path, { query, body }),
  );
  await printAnswer(context, { method, path }, answer);
}

function readRequest(words: readonly string[], hasBody: boolean): { method: string; path: string } {
  const [first = '', second] = words;
  if (words.length > 2) {
    throw new UsageError(`A request takes one method and one path, not ${words.length} words.`);
  }
  if (second === undefined && !METHODS.includes(first.toUpperCase())) {
    return { method: hasBody ? 'POST' : 'GET', path: first };
  }
  const method = first.toUpperCase();
  if (second === undefined) {
    throw new UsageError(`${method} needs a path.`, { hint: `feedctl api ${method} /v1/feeds` });
  }
  if (METHODS.includes(method)) return { method, path: second };
  throw new UsageError(`"${first}" is not a supported HTTP method.`, {
    hint: `Methods: ${METHODS.join(', ')}`,
  });
}

function readQuery(pairs: readonly string[]): Query {
  const query: Record<string, string[]> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`--query takes NAME=VALUE, not "${pair}".`);
    const name = pair.slice(0, equals);
    query[name] = [...(query[name] ?? []), pair.slice(equals + 1)];
  }
  return query;
}
