import { VERSION } from '../../../contract/version.js';
import { FORMATS } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import { defineVerb } from '../../verbs/verb.js';
import { commandTree, leaves } from './command-tree.js';

const COMMANDS_SAMPLE = {
  name: 'feedctl',
  summary: 'Turn websites, feeds, keywords and headlines into feeds',
  version: VERSION,
  global_options: [{ flags: '--json', summary: 'print what the service returned as JSON' }],
  exit_codes: { '0': 'done' },
  commands: [
    {
      name: 'feedctl feeds',
      group: 'Feeds',
      summary: 'Create, list, change and delete feeds',
      commands: [
        {
          name: 'feedctl feeds get',
          summary: 'Show one feed with its items',
          description: 'Shows one feed with all its current items.',
          usage: 'feedctl feeds get [options] <id>',
          arguments: [{ name: 'id', summary: 'the feed to show', required: true, variadic: false }],
          options: [{ flags: '--sort <ORDER>', summary: 'order of the items', choices: ['date'] }],
          examples: [{ command: 'feedctl feeds get a1B2c3D4e5F6g7H8', does: 'Show a feed' }],
          exit_codes: [0, 2, 3],
          output_formats: [...FORMATS],
          output: { id: 'a1B2c3D4e5F6g7H8' },
        },
      ],
    },
  ],
};

export const commands = defineVerb({
  name: 'commands',
  summary: 'List every command, for tools and agents',
  description: `
    Prints the whole command tree: one line per command as a table; with --json or -o yaml
    everything from the help: arguments, options and their choices, examples, output formats, sample
    JSON output and exit codes.
  `,
  examples: {
    'feedctl commands': 'List all commands',
    "feedctl commands --json | jq '.commands[].commands[]?.usage'": 'Print the usage of each',
  },
  output: COMMANDS_SAMPLE,
  exitCodes: [],
  async run({ output }) {
    const tree = await commandTree();
    const { format } = output;
    if (format === 'json' || format === 'yaml') await output.record(tree, { fields: [] });
    else await output.rows(leaves(tree.commands), COMMANDS_VIEW);
  },
});

const COMMANDS_VIEW = {
  one: 'command',
  many: 'commands',
  columns: columns('name:1 summary:2', { name: { kind: 'id', heading: 'command' } }),
};
