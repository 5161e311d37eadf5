import { flag } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { serveMcp } from './serve-mcp.js';

export const mcp = defineVerb({
  name: 'mcp',
  summary: 'Serve feeds to an AI agent (Model Context Protocol)',
  description: `
    Speaks the Model Context Protocol on standard input and output, for programs such as editors and
    AI agents that start it themselves. Gives them tools that read: preview, list_feeds, get_items,
    search_items and more; and feeds and bundles as resources. With --allow-writes also tools that
    create, change and delete feeds and bundles. Results are bounded: at most 100 items and 256 KiB,
    and say when they were cut. Ends when standard input ends.
  `,
  options: {
    allowWrites: flag('add the tools that create, change and delete'),
  },
  examples: {
    'feedctl mcp': 'Serve the account read-only; an MCP client runs this',
    'feedctl mcp --allow-writes --profile work': 'Let the agent change the feeds of a profile',
  },
  exitCodes: [130, 143],
  async run(context, _args, { allowWrites }) {
    await serveMcp(context, { allowWrites });
  },
});
