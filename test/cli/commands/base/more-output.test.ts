import { expect, it } from 'vitest';
import * as z from 'zod';
import { ROOT_ENTRIES } from '../../../../src/cli/commands/index.js';
import { fieldNames } from '../../../../src/cli/output/fields.js';
import { isNoun, type Verb } from '../../../../src/cli/verbs/verb.js';
import { bundleSchema, bundleSummarySchema } from '../../../../src/contract/bundle.js';
import { feedSchema, feedSummarySchema } from '../../../../src/contract/feed.js';
import { itemSchema } from '../../../../src/contract/item.js';

async function verbAt(noun: string, name = ''): Promise<Verb> {
  const member = await ROOT_ENTRIES.find((entry) => entry.name === noun)?.load();
  const verb =
    member && isNoun(member) ? member.members.find((each) => each.name === name) : member;
  if (verb === undefined || isNoun(verb)) throw new Error(`There is no ${noun} ${name}.`);
  return verb;
}

/** The names and paths of everything that an answer may have. */
function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return namesIn(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner).map((path) => `${name}.${path}`),
  ]);
}

it.each([
  ['feeds', 'get', feedSchema],
  ['feeds', 'create', feedSchema],
  ['feeds', 'list', feedSummarySchema],
  ['feeds', 'update', feedSummarySchema],
  ['feeds', 'pause', feedSummarySchema],
  ['bundles', 'get', bundleSchema],
  ['bundles', 'list', bundleSummarySchema],
  ['bundles', 'create', bundleSummarySchema],
  ['bundles', 'update', bundleSummarySchema],
  ['items', '', itemSchema],
  ['watch', '', itemSchema],
  ['preview', '', itemSchema],
])('--fields of %s %s takes everything that is printed', async (noun, name, schema) => {
  const { output, moreOutput } = await verbAt(noun, name);
  const known = [output, moreOutput?.()].flatMap(fieldNames);
  const printed = namesIn(schema).filter(
    // Only lists for files and for `health` have the first two, and what stands in the maps differs from feed to feed.
    (path) => !/^(?:settings|usual_gap|access|selectors)\b/.test(path),
  );
  expect(printed.length).toBeGreaterThan(5);
  expect(printed.filter((path) => !known.includes(path))).toEqual([]);
});
