import { messageOf } from '../../../base/errors.js';
import { parseJson } from '../../../base/json.js';
import { readTextInput } from '../../bulk/read-input.js';
import { UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/** The largest body that the service accepts. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A JSON object of `NAME=VALUE` pairs; undefined without any. */
export function bodyOfFields(pairs: readonly string[]): string | undefined {
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
export async function readBody(context: Context, input: string): Promise<string> {
  const body = await readTextInput(context, input, BODY_LIMIT_BYTES);
  try {
    JSON.parse(body);
  } catch (error) {
    const source = input === '-' ? 'standard input' : input;
    throw new UsageError(`The body in ${source} is not JSON.`, { detail: messageOf(error) });
  }
  return body;
}
