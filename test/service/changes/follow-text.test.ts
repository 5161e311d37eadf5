import { describe, expect, it } from 'vitest';
import { followText } from '../../../src/service/changes/follow-text.js';
import { HOUR } from '../../../src/service/core/durations.js';
import type { FollowedText, SourceEntry } from '../../../src/service/core/source-document.js';

const url = 'https://example.com/';

/** A page whose answers are read one after the other; each is the same when it is asked for again. */
class Followed {
  #text: FollowedText | null = null;
  #fetches = 0;
  constructor(readonly selector: string | null = null) {}

  /** The entries that the next answer makes, without the first one. */
  next(body: string): SourceEntry[] {
    const page = {
      ...{ url, selector: this.selector, now: this.#fetches * HOUR, first: null },
      html: `<!doctype html><html><head><title>Page</title></head><body>${body}</body></html>`,
      before: this.#text && { ...this.#text, fetches: this.#fetches, failingSince: null },
    };
    let step = followText(page);
    if ('first' in step) step = followText({ ...page, first: step.first });
    if ('first' in step) throw new Error('asks a third time');
    const isFirst = this.#text === null;
    this.#fetches += 1;
    this.#text = JSON.parse(JSON.stringify(step.document.followed));
    return isFirst ? [] : step.document.entries;
  }
}

/** The titles of each change of a page, from one state of it to the next. */
function titlesOf(bodies: readonly string[], selector?: string): string[][] {
  const followed = new Followed(selector);
  return bodies.map((body) => followed.next(body).map(({ title }) => title)).slice(1);
}

/** Names and what they are, such as `api=up sauna=open`. */
type States = Record<string, string>;
const each = (states: States, html: (name: string, state: string) => string) =>
  Object.entries(states)
    .map(([name, state]) => html(name, state))
    .join('');

/** Ways to write a name and its state. */
const MARKUPS: Record<string, (states: States) => string> = {
  'lines in turn': (states) =>
    `<main><h1>Status</h1>${each(states, (n, s) => `<div>${n}</div><div>${s}</div>`)}</main>`,
  'lines in turn, with classes': (states) =>
    `<main><p>As of now</p>${each(states, (n, s) => `<p class="who">${n}</p><p class="is-${s.length}">${s}</p>`)}</main>`,
  'bold names': (states) => `<div>${each(states, (n, s) => `<p><b>${n}</b></p><p>${s}</p>`)}</div>`,
  rows: (states) =>
    `<section>${each(states, (n, s) => `<div class="line"><div>${n}</div><div><p>${s}</p></div></div>`)}</section>`,
  cards: (states) =>
    `<main>${each(states, (n, s) => `<article><h3>${n}</h3><p>${s}</p><p>More about it</p></article>`)}</main>`,
  'cards with the name at the end': (states) =>
    `<main><h1>All</h1>${each(states, (n, s) => `<article><p>${s}</p><h3>${n}</h3></article>`)}</main>`,
  headings: (states) => `<main>${each(states, (n, s) => `<h2>${n}</h2><p>${s}</p>`)}</main>`,
  terms: (states) => `<dl>${each(states, (n, s) => `<dt>${n}</dt><dd>${s}</dd>`)}</dl>`,
  'terms in groups': (states) =>
    `<dl>${each(states, (n, s) => `<div><dt>${n}</dt><dd>${s}</dd></div>`)}</dl>`,
  'lines of a list': (states) => `<ul>${each(states, (n, s) => `<li>${n}<br>${s}</li>`)}</ul>`,
  'cells with blocks': (states) =>
    `<table>${each(states, (n, s) => `<tr><td><ul><li>${n}</li></ul></td><td><ul><li>${s}</li></ul></td></tr>`)}</table>`,
  'rows of a table': (states) =>
    `<table>${each(states, (n, s) => `<tr><td>${n}</td><td>${s}</td></tr>`)}</table>`,
};

const DOMAINS: [string, States, string][] = [
  [
    'components',
    { Gateway: 'Working', Archive: 'Working', Mailer: 'Working', Queue: 'Working' },
    'Failing',
  ],
  ['stock', { Kettle: 'Available', Teapot: 'Available', Mug: 'Available' }, 'Not available'],
  ['prices', { Hammer: '18 EUR', Pliers: '18 EUR', Saw: '18 EUR' }, '12 EUR'],
  [
    'opening hours',
    { Monday: '9:00-17:00', Tuesday: '9:00-17:00', Friday: '9:00-17:00' },
    '10:00-15:00',
  ],
];

const PAIRS = Object.keys(MARKUPS).flatMap((markup) =>
  DOMAINS.map(([domain, states, other]) => ({ markup, domain, states, other })),
);

describe('a line is known at its place', () => {
  it.each(PAIRS)('each of $domain, in $markup', ({ markup, states, other }) => {
    const html = MARKUPS[markup] as (typeof MARKUPS)[string];
    const steps = [states];
    for (const name of Object.keys(states)) steps.push({ ...steps.at(-1), [name]: other });
    const told = titlesOf(steps.map(html));
    const named = markup === 'rows of a table' ? ' | ' : ': ';
    expect(told).toEqual(Object.keys(states).map((name) => [`${name}${named}${other}`]));
  });

  it.each(Object.keys(MARKUPS))('two states that are exchanged, in %s', (markup) => {
    const html = MARKUPS[markup] as (typeof MARKUPS)[string];
    const states = { Gateway: 'Failing', Archive: 'Working', Mailer: 'Working', Queue: 'Working' };
    const exchanged = { ...states, Gateway: 'Working', Archive: 'Failing' };
    const [[title = '', ...others] = []] = titlesOf([html(states), html(exchanged)]);
    expect(others).toEqual([]);
    expect(title).toMatch(/^Gateway( \||:) Working · Archive( \||:) Failing$/);
  });
});

describe('what was selected', () => {
  const shop = (state: string, more = '') =>
    `<main><h1>Kettle</h1><p class="now">${state}</p>${more}</main>`;

  it('is told at each change, also when it comes back, and never as taken back', () => {
    const states = ['Available', 'Gone', 'Available', 'Gone', 'Available', 'Available', 'Gone'];
    const told = titlesOf(
      states.map((state) => shop(state)),
      '.now',
    );
    expect(told).toEqual([['Gone'], ['Available'], ['Gone'], ['Available'], [], ['Gone']]);
  });

  it.each([
    ['8 reviews · 3 comments', '8 reviews · 4 comments'],
    ['Views: 100', 'Views: 101'],
    ['Released 5 days ago', 'Released 2 hours ago'],
    ['Build 8f3a9c2e-41bb-77d0', 'Build 11aa22bb-33cc-44dd'],
    ['Sold Out', 'sold out'],
    ['★★★★☆', '★★★★★'],
  ])('has no noise: %s, %s', (one, other) => {
    expect(titlesOf([shop(one), shop(other)], '.now')[0]).toHaveLength(1);
    expect(titlesOf([shop(one, MARKUPS.terms?.({})), shop(one)], '.now')).toEqual([[]]);
  });

  it('is told when two states are exchanged', () => {
    const both = (one: string, other: string) => shop(one) + shop(other);
    const told = titlesOf([both('Available', 'Gone'), both('Gone', 'Available')], '.now');
    expect(told[0]).toHaveLength(1);
  });
});

describe('what comes and goes without a selector', () => {
  const text = (...lines: string[]) =>
    `<main><h2>Rules</h2><p>These are the rules of the house that all of us keep.</p>${lines
      .map((line) => `<p>${line}</p>`)
      .join('')}</main>`;

  it('is told to be removed again by an item of its own, once', () => {
    const [without, with1] = [text(), text('13. New: no bicycles in the hall')];
    const followed = new Followed();
    const entries = [without, with1, without, with1, without].map((body) => followed.next(body));
    expect(entries.map((all) => all.map(({ title }) => title))).toEqual([
      [],
      ['Rules: 13. New: no bicycles in the hall'],
      ['Removed again: "Rules: 13. New: no bicycles in the hall"'],
      [],
      [],
    ]);
    const [[told], [again]] = [entries[1] ?? [], entries[2] ?? []];
    expect(again?.guid).not.toBe(told?.guid);
    expect(again?.descriptionText).toBe('Rules:\nRemoved: 13. New: no bicycles in the hall');
  });

  it('is told to be added again when it had been removed', () => {
    const [with1, without] = [text('Pets are welcome'), text()];
    expect(titlesOf([with1, without, with1])).toEqual([
      ['Removed: Rules: Pets are welcome'],
      ['Added again: "Rules: Pets are welcome"'],
    ]);
  });

  it('is no news at another place of the text, or below another heading', () => {
    const lines = Array.from(
      { length: 7 },
      (_, n) => `Rule number ${'i'.repeat(n + 1)} of the house`,
    );
    const moved = [...lines.slice(3), ...lines.slice(0, 3)];
    expect(titlesOf([text(...lines), text(...moved)])).toEqual([[]]);
    expect(titlesOf([text(...lines), text(...lines).replace('Rules', 'Our rules')])).toEqual([
      ['Our rules'],
    ]);
  });
});

it('a new card is told with its name once, and a card that went too', () => {
  const { cards } = MARKUPS;
  const [few, more] = [
    { Kettle: '18 EUR', Mug: '5 EUR' },
    { Kettle: '18 EUR', Teapot: '9 EUR', Mug: '5 EUR' },
  ];
  expect(
    titlesOf([cards?.(few) ?? '', cards?.(more) ?? '', cards?.({ Kettle: '18 EUR' }) ?? '']),
  ).toEqual([
    ['Teapot · 9 EUR · More about it'],
    ['Removed: Mug · 5 EUR · More about it', 'Removed again: "Teapot · 9 EUR · More about it"'],
  ]);
});
