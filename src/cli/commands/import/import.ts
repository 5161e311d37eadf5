import { flag, one } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { IMPORT_SAMPLE } from '../apply/apply.js';
import { fileFormatOption, rateOption } from '../base/index.js';

export const importFile = defineVerb({
  name: 'import',
  summary: 'Make the feeds and bundles of a file',
  description:
    'Makes the feeds and bundles of a file: OPML from any feed reader, CSV, or an export in YAML or JSON. Folders of OPML become bundles. Feeds that the account has already are found by their sources and only brought up to date; nothing is ever deleted. An entry that cannot be used is skipped and reported with its line, title, value and reason, and everything else is imported (exit code 8). Running it again does nothing more; after an interruption it does the rest.',
  arguments: { file: one('FILE', 'the file; - reads it from a pipe') },
  options: {
    format: fileFormatOption,
    rate: rateOption,
    strict: flag('import nothing if an entry of the file cannot be used'),
  },
  examples: [
    ['feedctl import subscriptions.opml', 'Bring the feeds of a feed reader'],
    ['feedctl import backup.yaml --profile new', 'Move everything to another account'],
  ],
  output: IMPORT_SAMPLE,
  exitCodes: [4, 6, 7, 8],
  async run(context, { file }, options) {
    const { runImport } = await import('./run-import.js');
    return runImport(context, file, options);
  },
});
