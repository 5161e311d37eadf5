import { expect, it } from 'vitest';
import { descriptionOf } from '../../../src/generator/fields/description.js';
import type { TitleHints } from '../../../src/generator/fields/title-hints.js';
import { wholeSubtree } from '../../../src/generator/survey/record.js';
import { surveyOf } from '../made-sets.js';

const LINK = '<h2><a href="/s/1">Two words</a></h2>';
const words = (count: number) => 'word '.repeat(count).trim();

/** What an element of a list says besides its title. */
function of(inner: string, title = 'Two words'): string {
  const survey = surveyOf(`<ul><li>${inner}</li></ul>`);
  const [link] = survey.page.links;
  const [root] = survey.page.elements('li');
  if (link === undefined || root === undefined) throw new Error('no record');
  const hints = {
    repeated: new Set(['for members of the club']),
    isDate: (node) => survey.dateIn(node) !== null,
  } as Partial<TitleHints> as TitleHints;
  return descriptionOf(survey.page, wholeSubtree(link, root), title, hints);
}

it.each([
  ['a paragraph of four words', '<p>One two three four</p>', 'One two three four'],
  ['none of three words', '<p>One two three</p>', ''],
  [
    'each paragraph once',
    '<p>One two three four</p><p>One two three four</p><p>Five six seven eight</p>',
    'One two three four Five six seven eight',
  ],
  [
    'what is named a summary',
    '<div>Not this line here</div><div class="teaser">One two three four</div>',
    'One two three four',
  ],
  [
    'the paragraphs of what has a heading',
    '<div class="content"><h3>A heading of it</h3>Not this line here<p>One two three four</p></div>',
    'One two three four',
  ],
  [
    'its lines, without paragraphs',
    '<div>One <b>two</b> three four</div><div>Short</div><div>Five six seven eight</div>',
    'One two three four Five six seven eight',
  ],
  [
    'no call to action',
    '<p>One two three four <a href="/t">Read more</a></p>',
    'One two three four',
  ],
  ['no text of one', '<p>One two three four <i>Read more</i></p>', 'One two three four'],
  [
    'no link that says the title',
    '<p>One two three four <a href="/t">Two <b>words</b></a></p>',
    'One two three four',
  ],
  ['other links', '<p>One two three <a href="/t">four</a></p>', 'One two three four'],
  ['no title', '<p>One two three four <i>Two words</i></p>', 'One two three four'],
  ['no date', '<p>One two three four <i>9 March 2026</i></p>', 'One two three four'],
  ['no badge', '<p>One two three four <i>for members of the club</i></p>', 'One two three four'],
  ['no time', '<p>One two three four <time>some days ago</time></p>', 'One two three four'],
  [
    'no byline of 12 words',
    `<p>One two three four <i class="author">${words(12)}</i></p>`,
    'One two three four',
  ],
  [
    'one of 13 words',
    `<p>One two three four <i class="author">${words(13)}</i></p>`,
    `One two three four ${words(13)}`,
  ],
  [
    'no place of a date',
    '<p>One two three four <i class="date">lately</i></p>',
    'One two three four',
  ],
])('the description is %s', (_, html, text) => {
  expect(of(LINK + html)).toBe(text);
});

it.each([
  [
    'title and two words more are the title',
    '<a href="/s/1">Two words and more</a>',
    'Two words',
    '',
  ],
  [
    'three words more are a summary',
    '<a href="/s/1">Two words and much more</a>',
    'Two words',
    'Two words and much more',
  ],
  [
    'no title has no words to leave out',
    '<div><a href="/s/1">One two</a> three four</div>',
    '',
    'One two three four',
  ],
  [
    'a paragraph around the link is looked into',
    '<p><a href="/s/1">Two words</a> <b>One two three four</b></p>',
    'Two words',
    'One two three four',
  ],
])('of the link of a record: %s', (_, html, title, text) => {
  expect(of(html, title)).toBe(text);
});

it.each([
  [`a b c ${'x'.repeat(994)}`, `a b c ${'x'.repeat(994)}`],
  [`a b c ${'x'.repeat(995)}`, 'a b c…'],
  [`a b c ${'x'.repeat(994)} y`, `a b c ${'x'.repeat(994)}…`],
  ['字'.repeat(1_001), `${'字'.repeat(1_000)}…`],
])('is cut before a word, at 1,000 characters', (text, cut) => {
  expect(of(`${LINK}<p>${text}</p>`)).toBe(cut);
});
