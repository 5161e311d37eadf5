// npm run bench [name…]: every budget of the project, measured on the built package and printed
// next to its reference. Exits 1 when one is missed. The last four take minutes and gigabytes.
// npm run bench freshness -- --data FILE: a report on posting histories of your own.
import { restartClean } from '../scripts/clean-environment.js';

const [first, ...words] = process.argv.slice(2);
if (first === 'freshness' && words.some((word) => word.startsWith('--'))) {
  // It starts no program, and the settings of the schedule are meant.
  const { report } = await import('./freshness.js');
  await report(words, process.env);
  process.exit();
}

// In this process, too: it holds the references and parts of the service.
const status = restartClean();
if (status !== undefined) process.exit(status);

const suites = ['startup', 'api', 'refresh', 'freshness', 'search', 'workers', 'memory', 'scale'];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${suites.join(', ')}.`);
  process.exit(2);
}

let missed = 0;
for (const name of chosen.length > 0 ? chosen : suites) {
  const suite = await import(`./${name}.js`);
  console.log(`\n${suite.title}`);
  for (const row of await suite.run()) print(row);
}
console.log(missed === 0 ? '\nAll budgets are met.' : `\n${missed} missed.`);
process.exitCode = missed === 0 ? 0 : 1;

/** A row's budget speaks of its ratio where there is one, else of its value. */
function print({ what, value, unit, reference = '', ratio, budget, atLeast = false }) {
  const measured = ratio ?? value;
  const met = budget === undefined || (atLeast ? measured >= budget : measured <= budget);
  if (!met) missed++;
  const columns = [
    `  ${what}`.padEnd(58),
    `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`.padStart(12),
    (ratio === undefined ? '' : `${ratio.toFixed(2)} ×`).padStart(9),
    budget === undefined
      ? ''.padStart(14)
      : `${atLeast ? '≥' : '≤'} ${budget}${ratio === undefined ? ` ${unit}` : ' ×'}`.padStart(14),
    met ? '  ok  ' : '  MISS',
    reference,
  ];
  console.log(columns.join(' ').trimEnd());
}
