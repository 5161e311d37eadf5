import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HELP_TOPICS } from '../../src/cli/commands/index.js';
import { run } from '../support/cli-host.js';

it('docs/cli.md says what the program says', async () => {
  const path: string = '../../scripts/cli-docs.js';
  const { cliDocs }: { cliDocs(tree: unknown, topics: object): string } = await import(path);
  const tree = JSON.parse((await run(['commands', '--json'])).stdout);
  const topics: Record<string, string> = {};
  for (const topic of HELP_TOPICS) topics[topic] = (await run(['help', topic])).stdout;
  const isSame = readFileSync('docs/cli.md', 'utf8') === cliDocs(tree, topics);
  expect(isSame, 'Write it anew: npm run build && node scripts/cli-docs.js').toBe(true);
});
