import { readFile } from 'node:fs/promises';
import type { Query } from '../../../client/index.js';
import type { Context } from '../../context.js';
import { defineVerb, one, text, texts, UsageError } from '../../frame.js';
import { printAnswer } from './answer.js';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** What the service takes at most. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export const api = defineVerb({
  name: 'api',
  summary: 'Send one raw request to the service',
  description:
    'Sends one request with the credentials in use and prints the answer as it came. The path must be below /v1 of that service; redirects are not followed, so that the secret stays where it belongs. Nothing is asked, whatever the method.',
  arguments: {
    method: one('METHOD', METHODS.join(', ')),
    path: one('PATH', 'such as /v1/feeds'),
  },
  options: {
    query: texts('NAME=VALUE', 'a query parameter'),
    input: text('FILE', 'JSON body, from a file or, as -, from standard input'),
  },
  examples: [
    ['feedctl api GET /v1/feeds --query limit=5', 'Read'],
    ['echo \'{"title":"News"}\' | feedctl api PATCH /v1/feeds/a1B2c3D4e5F6g7H8 --input -', 'Write'],
  ],
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, args, options) {
    const method = args.method.toUpperCase();
    if (!METHODS.includes(method)) {
      throw new UsageError(`"${args.method}" is not a method of the interface.`, {
        hint: `Methods: ${METHODS.join(', ')}`,
      });
    }
    const query = readQuery(options.query);
    const body = options.input === undefined ? undefined : await readBody(context, options.input);
    const client = await context.client({ creates: method === 'POST' });
    const answer = await context.during(`${method} ${args.path}`, () =>
      client.request(method, args.path, { query, body }),
    );
    return printAnswer(context, { method, path: args.path }, answer);
  },
});

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
