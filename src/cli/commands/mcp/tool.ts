import * as z from 'zod';
import type { FeedClient } from '../../../client/index.js';
import type { Context } from '../../verbs/context.js';

/** Context of a tool. */
interface ToolContext {
  client: FeedClient;
  context: Context;
}

/** A tool of the protocol. Names and descriptions are constants: remote text is only in results. */
export interface Tool {
  name: string;
  description: string;
  /** True if it changes data; such tools need --allow-writes. */
  writes: boolean;
  /** True if it deletes data. */
  destroys: boolean;
  inputSchema: JsonSchema;
  /** @throws z.ZodError for input that does not match */
  run(input: unknown, tools: ToolContext): Promise<object>;
}

type JsonSchema = { type: 'object' } & Record<string, unknown>;

interface ToolDefinition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  destroys?: true;
  run(input: z.output<Input>, tools: ToolContext): Promise<object>;
}

/** A tool whose input is checked by the schema that clients see. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, input, destroys = false, run } = definition;
  return {
    name,
    description,
    writes: false,
    destroys,
    inputSchema: jsonSchema(input),
    run: async (given, tools) => run(parsedInput(input, given ?? {}), tools),
  };
}

/**
 * Reads the input leniently: "5" is a number, and null is an absent value, where the schema accepts
 * neither. @throws z.ZodError
 */
function parsedInput<Input extends z.ZodObject>(input: Input, given: unknown): z.output<Input> {
  const { success, data, error } = input.safeParse(given);
  if (success) return data;
  const meant: Record<string, unknown> = { ...Object(given) };
  for (const { code, path, ...issue } of error.issues) {
    const [key] = path;
    if (code !== 'invalid_type' || path.length !== 1 || typeof key !== 'string') continue;
    const value = meant[key];
    const expected = 'expected' in issue ? issue.expected : undefined;
    if (value === null) delete meant[key];
    else if (typeof value !== 'string') continue;
    else if (expected === 'number' || expected === 'int') {
      meant[key] = value.trim() === '' ? value : Number(value);
    } else if (expected === 'boolean' && /^(?:true|false)$/.test(value)) {
      meant[key] = value === 'true';
    }
  }
  return input.parse(meant);
}

function jsonSchema(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return { ...json, type: 'object' };
}

/** Ids of feeds and bundles. */
export const feedIdField = z.string().describe('Id of a feed');
export const bundleIdField = z.string().describe('Id of a bundle; begins with _');

/** Page size of tools that return lists. */
export const TOOL_PAGE = { default: 20, max: 100 } as const;

/** Accepts larger numbers, because agents send them, and reads them as the maximum. */
export const limitField = z
  .int()
  .min(1)
  .transform((limit) => Math.min(limit, TOOL_PAGE.max))
  .optional()
  .describe(
    `Results to return; default ${TOOL_PAGE.default}, larger numbers than ${TOOL_PAGE.max} are read as ${TOOL_PAGE.max}`,
  );

export const offsetField = z
  .int()
  .min(0)
  .max(999_999_999)
  .optional()
  .describe('Results to skip; default 0');
