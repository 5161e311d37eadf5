// npm run bench freshness -- [--data FILE] [--requests-per-day N] [--json]: how soon items are seen.
import { loadFile } from '../scripts/load-typescript.js';

export const title = 'Posting histories, replayed through the schedule';

/** Prints the report for the words of a command line. */
export async function report(words, env) {
  const { main } = await loadFile('bench/freshness-main.ts');
  main(words, env);
}

/** The budgets, on the small made-up histories of this repository. */
export async function run() {
  const { readHistories, replayAll, SAMPLE } = await loadFile('bench/freshness-main.ts');
  const { summarise } = await loadFile('bench/freshness-report.ts');
  const histories = readHistories(SAMPLE);
  const free = summarise(replayAll(histories, { items: 20, seed: 1, settings: {} }));
  const settings = { requestsPerDay: 25 };
  const tight = summarise(replayAll(histories, { items: 20, seed: 1, settings }));
  return [
    { what: 'mean delay of an item', value: free.meanMin, unit: 'min', budget: 14 },
    { what: 'the slowest tenth takes more than', value: free.p90Min, unit: 'min', budget: 34 },
    { what: 'longest delay', value: free.worstMin, unit: 'min', budget: 70 },
    { what: 'requests a feed and day', value: free.requestsPerDay, unit: '', budget: 36 },
    {
      what: 'mean delay with a budget of 25 requests',
      value: tight.meanMin,
      unit: 'min',
      budget: 20,
    },
    { what: 'requests with that budget', value: tight.requestsPerDay, unit: '', budget: 26 },
  ];
}
