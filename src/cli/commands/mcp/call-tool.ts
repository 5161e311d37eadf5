import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ZodError } from 'zod';
import type { FeedClient } from '../../../client/index.js';
import { describe } from '../../errors/describe.js';
import { hintFor } from '../../errors/hints.js';
import { CliError, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { resultText } from './bounded.js';
import { READ_TOOLS } from './read-tools.js';
import type { Tool } from './tool.js';
import { WRITE_TOOLS } from './write-tools.js';

export function toolsFor(allowWrites: boolean): readonly Tool[] {
  return allowWrites ? [...READ_TOOLS, ...WRITE_TOOLS] : READ_TOOLS;
}

/** Runs a tool. A failure is a result with code, message and hint, as the command line prints them. */
export async function callTool(
  context: Context,
  tools: readonly Tool[],
  { name, input }: { name: string; input: unknown },
): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name);
  try {
    if (tool === undefined) throw unknownTool(name, tools);
    const client = await connectedClient(context);
    return result(await tool.run(input, { client, context }));
  } catch (error) {
    const used = await context.credentials().catch(() => undefined);
    const known = Object.keys(Object(tool?.inputSchema.properties));
    const shown = error instanceof ZodError ? invalidInput(error, known) : error;
    return toolError(shown, hintFor(error, used));
  }
}

/**
 * Opens an empty database if there is none, as `serve` does: other programs may add feeds while the
 * agent is connected.
 */
export function connectedClient(context: Context): Promise<FeedClient> {
  return context.client({ creates: true });
}

function result(value: object): CallToolResult {
  const text = resultText(value);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

function toolError(error: unknown, hint: string | undefined): CallToolResult {
  const description = describe(error);
  const { exitCode: _, ...shown } = hint === undefined ? description : { ...description, hint };
  return { ...result({ error: shown }), isError: true };
}

/** The error of an invalid input, with the service's words for fields of requests. */
function invalidInput({ issues }: ZodError, keys: readonly string[]): CliError {
  const problems = issues.map(({ path, message }) =>
    path.length === 0 ? message : `"${path.join('.')}": ${message}`,
  );
  const known = issues.some(({ code }) => code === 'unrecognized_keys')
    ? ` The keys are ${keys.map((key) => `"${key}"`).join(', ')}.`
    : '';
  return new CliError(`The input of the tool is invalid: ${problems.join('; ')}.${known}`, {
    exitCode: 5,
    code: 'INVALID_FIELD',
  });
}

function unknownTool(name: string, tools: readonly Tool[]): UsageError {
  if (WRITE_TOOLS.some((tool) => tool.name === name)) {
    return new UsageError(`The tool ${name} changes the account, and this server is read-only.`, {
      hint: 'To allow it, the user starts the server with: feedctl mcp --allow-writes',
    });
  }
  return new UsageError(`There is no tool ${name}.`, {
    hint: `The tools are: ${tools.map((tool) => tool.name).join(', ')}`,
  });
}
