import { messageOf } from '../../../base/errors.js';
import { parseJson } from '../../../base/json.js';
import type { Query } from '../../../client/index.js';
import { readTextInput } from '../../bulk/read-input.js';
import { flag, many, type OptionValues, text, texts, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { printAnswer } from './print-answer.js';
import { printPages } from './print-pages.js';

const options = {
  query: texts('NAME=VALUE', 'a query parameter'),
  field: texts(
    'NAME=VALUE',
    'a field of a JSON body; JSON values (1, true, null, "…", […], {…}) keep their type',
    {
      short: 'F',
    },
  ),
  input: text('FILE', 'JSON body from a file; - reads standard input'),
  paginate: flag('fetch every page of a list, as one array'),
};

export const api = defineVerb({
  name: 'api',
  summary: 'Send a raw request to the service',
  description: `
    Sends one request with the credentials in use and prints the response unchanged. Without METHOD
    it is a GET, or a POST when --field or --input provides a body. The path must be below /v1 of
    the service. Redirects are not followed, so the secret is never sent elsewhere. There is no
    confirmation prompt, whatever the method.
  `,
  arguments: {
    request: many('METHOD|PATH', 'GET, POST, PATCH, PUT or DELETE, then a path such as /v1/feeds'),
  },
  options,
  examples: {
    'feedctl api /v1/feeds --query limit=5': 'Read feeds',
    'feedctl api /v1/feeds --paginate -o jsonl': 'Print the whole list, one JSON object per line',
    'feedctl api PATCH /v1/feeds/a1B2c3D4e5F6g7H8 -F title=News': 'Change a feed',
    'feedctl api POST /v1/feeds --input feed.json': 'Create a feed with a body from a file',
  },
  exitCodes: [3, 4, 5, 6, 7],
  excludes: { field: ['input'] },
  run: (context, { request }, given) => sendRequest(context, request, given),
});

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Sends one raw request and prints the response. The client checks the path. */
async function sendRequest(
  context: Context,
  request: readonly string[],
  { query: pairs, field, input, paginate }: OptionValues<typeof options>,
): Promise<undefined> {
  if (context.globals.fields !== undefined) {
    throw new UsageError('--fields does not apply to raw requests: the answer is printed whole.', {
      hint: 'Select from it with jq, or use a command that knows the fields: feedctl feeds list --fields id,title',
    });
  }
  const { method, path } = readRequest(request, field.length > 0 || input !== undefined);
  if (paginate && method !== 'GET') throw new UsageError('--paginate only works with GET.');
  if (method === 'GET' && field.length > 0) {
    throw new UsageError('A GET request cannot have a body.', { hint: `Use --query ${field[0]}` });
  }
  const query = readQuery(pairs);
  if (paginate) {
    await printPages(context, path, query);
    return;
  }
  const body = input === undefined ? bodyOfFields(field) : await readBodyFlag(context, input);
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

/** The largest body that the service accepts. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A JSON object of `NAME=VALUE` pairs; undefined without any. */
function bodyOfFields(pairs: readonly string[]): string | undefined {
  if (pairs.length === 0) return undefined;
  const fields = new Map<string, unknown>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`--field takes NAME=VALUE, not "${pair}".`);
    const name = pair.slice(0, equals);
    if (fields.has(name)) throw new UsageError(`--field ${name} was given more than once.`);
    fields.set(name, jsonOrText(pair.slice(equals + 1)));
  }
  return JSON.stringify(Object.fromEntries(fields));
}

/** Parses JSON values; returns any other text unchanged. */
function jsonOrText(text: string): unknown {
  const isValue = /^(?:true|false|null|-?\d+(?:\.\d+)?|".*"|\[.*\]|\{.*\})$/s.test(text);
  const value = isValue ? parseJson(text) : undefined;
  return value === undefined ? text : value;
}

/** Returns the body exactly as written, after checking that it is JSON. */
async function readBodyFlag(context: Context, input: string): Promise<string> {
  const body = await readTextInput(context, input, BODY_LIMIT_BYTES);
  try {
    JSON.parse(body);
  } catch (error) {
    const source = input === '-' ? 'standard input' : input;
    throw new UsageError(`The body in ${source} is not JSON.`, { detail: messageOf(error) });
  }
  return body;
}
