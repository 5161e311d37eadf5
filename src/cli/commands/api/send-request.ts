import { readFile } from 'node:fs/promises';
import type { Query } from '../../../client/index.js';
import { UsageError } from '../../frame.js';
import type { Context } from '../../running/context.js';
import { printAnswer } from './answer.js';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** What the service takes at most. */
const BODY_LIMIT_BYTES = 1024 * 1024;

interface RequestOptions {
  method: string;
  path: string;
  /** `NAME=VALUE` each. */
  query: readonly string[];
  /** A file, or - for standard input. */
  input: string | undefined;
}

/** Sends one raw request and prints its answer. The client checks where the path leads. */
export async function sendRequest(context: Context, options: RequestOptions): Promise<void> {
  const { path, input } = options;
  const method = options.method.toUpperCase();
  if (!METHODS.includes(method)) {
    throw new UsageError(`"${options.method}" is not a method of the interface.`, {
      hint: `Methods: ${METHODS.join(', ')}`,
    });
  }
  const query = readQuery(options.query);
  const body = input === undefined ? undefined : await readBody(context, input);
  const client = await context.client({ creates: method === 'POST' });
  const answer = await context.during(`${method} ${path}`, () =>
    client.request(method, path, { query, body }),
  );
  await printAnswer(context, { method, path }, answer);
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

/** The body exactly as it was written, once it is known to be JSON. */
async function readBody({ streams }: Context, input: string): Promise<string> {
  const source = input === '-' ? 'standard input' : input;
  const body =
    input === '-' ? await streams.stdin.readAll(BODY_LIMIT_BYTES) : await readInput(input);
  try {
    JSON.parse(body);
  } catch (error) {
    throw new UsageError(`The body in ${source} is not JSON.`, {
      detail: error instanceof Error ? error.message : String(error),
    });
  }
  return body;
}

async function readInput(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read.`, {
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
