import { flag, one } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { fileFormatOption, rateOption } from '../base/index.js';
import { IMPORT_SAMPLE } from './apply.js';
import { runImport } from './run.js';

const importFile = defineVerb({
  name: 'import',
  summary: 'Create the feeds and bundles listed in a file',
  description:
    'Creates the feeds and bundles of a file: OPML from any feed reader, CSV, or an export in YAML or JSON. OPML folders become bundles. Existing feeds are found by their source and only updated; nothing is ever deleted. Invalid entries are skipped and reported with line, title, value and reason; everything else is imported (exit code 8). Feeds of an OPML file whose source cannot be read now are created as failing feeds, which the service tries again; --keep-failing does so for other files. Importing the same file again changes nothing; after an interruption, the next run completes the rest.',
  arguments: { file: one('FILE', 'the file; - reads standard input') },
  options: {
    format: fileFormatOption,
    rate: rateOption,
    strict: flag('import nothing when any entry of the file is invalid'),
    keepFailing: flag('also create feeds that cannot be read now (always for OPML)'),
  },
  examples: {
    'feedctl import subscriptions.opml': 'Import the feeds of a feed reader',
    'feedctl import backup.yaml --profile new': 'Copy everything to another account',
  },
  output: IMPORT_SAMPLE,
  exitCodes: [4, 6, 7, 8],
  async run(context, { file }, options) {
    return runImport(context, file, options);
  },
});

export { importFile as import };
