import { describe, expect, it } from 'vitest';
import { any, many, maybe, one } from '../../../src/cli/kit/arguments.js';
import {
  FORMATS,
  formatOf,
  formatsHelp,
  type GlobalOptions,
  globalOptions,
  isMachineReadable,
} from '../../../src/cli/kit/globals.js';

function globals(given: Partial<GlobalOptions>): GlobalOptions {
  const none = Object.entries(globalOptions).map(([key, { parse }]) => [key, parse([], key)]);
  return { ...Object.fromEntries(none), ...given };
}

describe('the output format', () => {
  it('is for programs as JSON and YAML; people read tables, sheets and ids', () => {
    const machine = FORMATS.filter((output) => isMachineReadable(output));
    expect(machine).toEqual(['json', 'jsonl', 'yaml']);
  });

  it('is a table unless another is selected', () => {
    expect(formatOf(globals({}))).toBe('table');
    expect(formatOf(globals({}), 'yaml')).toBe('yaml');
    expect(formatOf(globals({ output: 'csv' }), 'yaml')).toBe('csv');
    expect(formatOf(globals({ json: true }), 'yaml')).toBe('json');
    expect(formatOf(globals({ json: true }))).toBe('json');
    expect(formatOf(globals({ json: true, output: 'jsonl' }))).toBe('jsonl');
    expect(() => formatOf(globals({ json: true, output: 'id' }))).toThrow('cannot be combined');
  });
});

it('the help of the formats has their names, and lines below lines', () => {
  const lines = formatsHelp().split('\n');
  expect(lines).toContain(`  yaml    the same as json, in YAML.`);
  expect(lines.every((line) => /^ {2}\w+ +(?<=^.{10})\S|^ {10}\S/.test(line))).toBe(true);
});

it('arguments are required, repeated, both or neither', () => {
  const facts = [one, maybe, many, any].map((kind) => kind('ID', 'a feed'));
  expect(facts.map(({ required, variadic }) => [required, variadic])).toEqual([
    [true, false],
    [false, false],
    [true, true],
    [false, true],
  ]);
});
