import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HELP_TOPICS } from '../../src/cli/commands/index.js';
import { run } from '../support/cli-host.js';

it('docs/cli/ says what the program says', async () => {
  const path: string = '../../scripts/cli-docs.js';
  const { cliPages }: { cliPages(tree: unknown, topics: object): Record<string, string> } =
    await import(path);
  const tree = JSON.parse((await run(['commands', '--json'])).stdout);
  const topics: Record<string, string> = {};
  for (const topic of HELP_TOPICS) topics[topic] = (await run(['help', topic])).stdout;
  const pages = cliPages(tree, topics);
  const advice = 'Write it anew: npm run build && node scripts/cli-docs.js';
  expect(readdirSync('docs/cli').sort(), advice).toEqual(Object.keys(pages).sort());
  const differing = Object.entries(pages).filter(
    ([name, text]) => readFileSync(`docs/cli/${name}`, 'utf8') !== text,
  );
  expect(
    differing.map(([name]) => name),
    advice,
  ).toEqual([]);
});
