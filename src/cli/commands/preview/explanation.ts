import type { Explanation, Preview } from '../../../client/index.js';
import { columns } from '../../output/columns.js';
import type { Output } from '../../output/output.js';
import type { Column, View } from '../../output/view.js';
import type { NextSteps } from './next-steps.js';

const SUMMARY_FIELDS: readonly Column[] = columns(
  'title description icon from address rendered strategy confidence evidence requests rule',
  { rendered: { heading: 'in a browser' } },
);

const RUNNERS_UP_VIEW: View = {
  one: 'runner-up',
  many: 'runners-up',
  columns: columns('strategy:1 confidence:2 items:3 evidence:4'),
};

const CONSIDERED_VIEW: View = {
  one: 'set',
  many: 'sets',
  columns: columns('score:1 records:2 signature:3 parts:4'),
};

const REJECTED_VIEW: View = {
  one: 'link',
  many: 'links',
  columns: columns('reason:1 title:2 url:3'),
};

/** Prints how the items of a source were found, or why there are none. */
export async function printExplanation(output: Output, outcome: Preview): Promise<void> {
  const { explanation } = outcome;
  const summary = outcomeSummary(outcome);
  const fields = SUMMARY_FIELDS.filter(({ field }) => field in summary);
  await output.record(summary, { fields });
  if (explanation === null) return;
  const { runners_up: runnersUp, considered, rejected } = explanation;
  await section(output, 'Other strategies', runnersUp.map(readableSteps), RUNNERS_UP_VIEW);
  await section(output, 'Sets of records in the page', considered.map(scored), CONSIDERED_VIEW);
  await section(output, 'Rejected links', rejected, REJECTED_VIEW);
}

/** Prints commands that select each considered list. */
export async function printNextSteps(output: Output, { lists }: NextSteps): Promise<void> {
  for (const { list, items, preview, create } of lists) {
    await output.say('');
    await output.say(`The ${list} by selectors (${items} items)`);
    await output.say(`${preview}`);
    if (create !== null) await output.say(`${create}`);
  }
}

/** The complete explanation as JSON. */
export function explainedJson(outcome: Preview, steps: NextSteps): object {
  const { failure, explanation, rule, ...preview } = outcome;
  if (failure !== null) return { items: [], explanation, next_steps: steps };
  return {
    ...preview,
    explanation: explanation === null ? null : { ...explanation, rule },
    next_steps: steps,
  };
}

function outcomeSummary(outcome: Preview): object {
  const { explanation } = outcome;
  const { strategy = null, confidence = 0, evidence = [], requests = [] } = explanation ?? {};
  const how = {
    strategy: strategy ?? 'none',
    confidence: rounded(confidence),
    evidence: evidence.join('; '),
    requests: requests.join(' '),
  };
  if (outcome.failure !== null) return how;
  const { title, description, icon, from, poll_url: address, rendered, rule } = outcome;
  const found = { title, description, icon, from, address, rendered };
  return explanation === null ? found : { ...found, ...how, rule: JSON.stringify(rule) };
}

async function section(
  output: Output,
  title: string,
  rows: readonly object[],
  view: View,
): Promise<void> {
  if (rows.length === 0) return;
  await output.say('');
  await output.say(title);
  await output.rows(rows, view);
}

function readableSteps({
  confidence,
  evidence,
  ...rest
}: Explanation['runners_up'][number]): object {
  return { ...rest, confidence: rounded(confidence), evidence: evidence.join('; ') };
}

function scored({ score, parts, ...rest }: Explanation['considered'][number]): object {
  const weighty = Object.entries(parts).filter(([, value]) => Math.abs(value) >= 0.005);
  return {
    ...rest,
    score: rounded(score),
    parts: weighty.map(([name, value]) => `${name} ${rounded(value)}`).join(', '),
  };
}

function rounded(value: number): string {
  return value.toFixed(2);
}
