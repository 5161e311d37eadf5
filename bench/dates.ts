// npm run bench:dates -- FILE [--verbose]: { PHRASE: { ago: { days: 3 } } | { date: [y, m, d, h?, min?, s?] } }
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Outcome, type PhraseLabel, scorePhrase } from './dates-score.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    now: { type: 'string', default: '2026-03-15T12:00:00Z' },
  },
});
const file = positionals[0] ?? 'test/fixtures/dates/phrases.json';
const labels: Record<string, PhraseLabel> = JSON.parse(readFileSync(file, 'utf8'));
const now = Date.parse(values.now);

const byOutcome = new Map<Outcome, string[]>();
for (const [phrase, label] of Object.entries(labels)) {
  const outcome = scorePhrase(phrase, label, now);
  byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), phrase]);
}
const total = Object.keys(labels).length;
console.log(`${total} phrases of ${file}`);
for (const outcome of ['right', 'wrong hour', 'wrong day', 'not read'] as const) {
  const phrases = byOutcome.get(outcome) ?? [];
  const share = ((100 * phrases.length) / total).toFixed(1);
  console.log(
    `${outcome.padEnd(10)} ${String(phrases.length).padStart(5)}  ${share.padStart(5)} %`,
  );
  if (values.verbose && outcome !== 'right')
    for (const phrase of phrases) console.log(`    ${phrase}`);
}
