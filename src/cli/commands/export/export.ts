import { flag, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption } from '../base/index.js';

export const exportFile = defineVerb({
  name: 'export',
  summary: 'Write all feeds and bundles to a file',
  description:
    'Writes all feeds and bundles of the account, for a backup, for another account or for version control: as YAML unless --format or the name of the file says otherwise. OPML opens in every feed reader and CSV in every spreadsheet; each of the four makes the same account again with feedctl import or feedctl apply. Custom authors cost one request a feed; --skip-settings leaves them out.',
  options: {
    format: fileFormatOption,
    to: text('FILE', 'write to this file instead of standard output'),
    skipSettings: flag('leave custom authors out'),
  },
  examples: [
    ['feedctl export --to feeds.yaml', 'A backup, or the start of a file to edit and apply'],
    ['feedctl export --format opml > feeds.opml', 'For a feed reader'],
    ['feedctl export | feedctl --profile new import -', 'Move everything to another account'],
  ],
  exitCodes: [4, 6, 7],
  async run(context, _args, options) {
    const { runExport } = await import('./run-export.js');
    return runExport(context, options);
  },
});
