import { describe, expect, it } from 'vitest';
import { choose } from '../../src/generator/choose.js';
import { readPage } from '../../src/generator/page/page.js';
import type { PageNode } from '../../src/generator/page/tree.js';
import { type Survey, surveyPage } from '../../src/generator/survey/survey.js';
import { RUN_FACTOR } from '../support/property-runs.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

/** Pages made to be slow, by how many times their part is repeated. */
const HOSTILE: Record<string, (n: number) => string> = {
  'links in a row': (n) => repeat(n, (i) => `<a href="/p/${i}">link number ${i}</a>\n`),
  'links, each in a place of its own': (n) =>
    repeat(
      n,
      (i) =>
        `${'<i>'.repeat(i % 24)}<a class="c${i % 977}x" href="/p/${i}">one two three ${i}</a>${'</i>'.repeat(i % 24)}`,
    ),
  'links in ever deeper elements': (n) =>
    repeat(
      n,
      (i) =>
        `${i % 100 === 0 ? '</div>'.repeat(100) : ''}<div><a href="/p/${i}">one two three four ${i}</a>`,
    ),
  'headings that close nothing': (n) =>
    repeat(n, (i) => `<h2><a href="/p/${i}">one two three ${i}`),
  'records whose roots take turns': (n) =>
    repeat(
      n,
      (i) =>
        `<div><a href="/p/${i}">one two three four five ${i}</a></div><p>x <b><i><a href="/q/${i}">six seven eight nine ten ${i}</a></i></b></p>`,
    ),
  'one list of classes on every element': (n) =>
    repeat(
      n,
      (i) =>
        `<div class="${'a b c d e f '.repeat(20)}"><a href="/p/${i}">one two three ${i}</a></div>`,
    ),
  'rows of a table': (n) =>
    `<table>${repeat(n, (i) => `<tr><td>${i}<td><a href="/p/${i}">one two three four ${i}</a><td>9 March 2026</td>`)}`,
  'one row with every cell': (n) =>
    `<table><tr>${repeat(n, (i) => `<td><a href="/p/${i}">one two three four ${i}</a></td>`)}`,
  'numbers and words that are no dates': (n) =>
    `<p>${repeat(n, (i) => `<span>${i} of ${i} ago in 1 - 2 / 3 . 4 at 5</span>`)}`,
  'JSON-LD in JSON-LD': (n) =>
    `<script type="application/ld+json">[${repeat(n, (i) => `{"@type":"Article","url":"/${i}","hasPart":[{"@type":"Article","url":"/x${i}"}]},`)}{}]</script><p>x`,
};

function repeat(n: number, part: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => part(i)).join('');
}

/** Counts every time a node is looked up, or led away from, while the strategies run. */
function countedSteps(html: string): number {
  const survey = surveyPage(html, 'https://a.test/', NOW);
  let steps = 0;
  for (const node of survey.page.nodes) {
    watch(node, 'parent', () => {
      steps += 1;
    });
    if (node.kind === 'element') {
      watch(node, 'children', () => {
        steps += 1;
      });
    }
  }
  const nodes = new Proxy(survey.page.nodes, {
    get(target, key, receiver) {
      steps += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const counted: Survey = { ...survey, page: { ...survey.page, nodes } };
  choose(counted);
  return steps;
}

function watch(node: PageNode, property: 'parent' | 'children', step: () => void): void {
  const value: unknown = Reflect.get(node, property);
  Object.defineProperty(node, property, {
    get() {
      step();
      return value;
    },
  });
}

/** Parts of the smaller page; more of them with FEEDCTL_TEST_RUNS. */
const SIZE = RUN_FACTOR > 1 ? 400 : 150;
/** A part of these costs more than the one before it until the limits of depth are reached. */
const NESTED: Record<string, number> = {
  'links in ever deeper elements': 400,
  'headings that close nothing': 400,
};
/** Four times the page may cost a little more than four times the steps. */
const LINEAR = 4.6;
/** Steps a node at most: the strategies together walk a page this many times over. */
const STEPS_PER_NODE = 1_000;

describe('hostile pages', () => {
  it.each(Object.keys(HOSTILE))('cost in proportion to their size: %s', (name) => {
    const make = HOSTILE[name];
    if (make === undefined) throw new Error(name);
    const size = NESTED[name] ?? SIZE;
    const small = countedSteps(make(size));
    const large = countedSteps(make(4 * size));
    expect(large / small).toBeLessThan(LINEAR);
    const { nodes } = readPage(make(4 * size), 'https://a.test/');
    expect(large / nodes.length).toBeLessThan(STEPS_PER_NODE);
  });

  it('are read to the limits without overflowing', () => {
    // Many more levels than a call stack holds.
    for (const html of [
      `${'<div>'.repeat(40_000)}<a href="/x">x</a>`,
      '<ul><li><a href="/x">x'.repeat(15_000),
      `<p class="${'token '.repeat(40_000)}">x</p>`,
      '<a href="/1">'.repeat(40_000),
      '</div>'.repeat(80_000),
      `<table>${'<tr><td><table>'.repeat(20_000)}`,
    ]) {
      expect(() => choose(surveyPage(html, 'https://a.test/', NOW))).not.toThrow();
    }
  });
});
