// Writes src/dates/words.ts: the words of dates in all languages of this Node's ICU.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadFile } from './load-typescript.js';

const NEW_LINE = '\n';
const target = fileURLToPath(new URL('../src/dates/words.ts', import.meta.url));
const { ALL_LANGUAGES, deriveDateWords, encodeDateWords } = await loadFile(
  'scripts/derive-date-words.ts',
);
const lines = ALL_LANGUAGES.map((tag) => `${tag} ${encodeDateWords(deriveDateWords(tag))}`);
const text = [
  '// Written by `npm run date-words` from ICU; do not edit. scripts/derive-date-words.ts describes',
  '// the sections. Deriving them at run time costs 20 ms a language (1.2 s for the first 61).',
  '',
  '/** Version of the Unicode locale data (CLDR) that the words come from. */',
  `export const WORDS_CLDR = '${process.versions.cldr}';`,
  '',
  '/** A line a language, languages of more pages first. */',
  `export const DATE_WORDS: string = \`\\\n${lines.join(NEW_LINE)}\`;`,
  '',
].join('\n');
writeFileSync(target, text);
execFileSync(
  fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url)),
  ['format', '--write', target],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
