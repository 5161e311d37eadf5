import { flag, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';
import { runExport } from './run-export.js';

const exportFile = defineVerb({
  name: 'export',
  summary: 'Write all feeds and bundles to a file',
  description:
    'Writes all feeds and bundles of the account, for a backup, a copy in another account or version control. The format is YAML unless --format or the file name selects another. OPML works in every feed reader and CSV in every spreadsheet. feedctl import and feedctl apply read all four formats back. A service that is not feedctl takes one request per feed for custom authors; --skip-settings omits them.',
  options: {
    format: fileFormatOption,
    to: text('FILE', 'write to this file instead of standard output'),
    skipSettings: flag('omit custom authors'),
  },
  examples: {
    'feedctl export --to feeds.yaml': 'Write a backup, or a file to edit and apply',
    'feedctl export --format opml > feeds.opml': 'Export for a feed reader',
    'feedctl export | feedctl --profile new import -': 'Copy everything to another account',
  },
  exitCodes: [4, 6, 7],
  suggestFlag: (file) => ['--to', file],
  async run(context, _args, options) {
    return runExport(context, options);
  },
});

export { exportFile as export };
