import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/service/changes/read-text.js';

const CLAUSES = [
  'These terms apply to everybody who uses the service of Example Limited in any country.',
  'The contract begins with the registration and runs for twelve months from that day.',
  'You may end the contract at any time with a notice of at least thirty days.',
  'We may change these terms, and you are told of that at least four weeks before.',
];
const TEXT = CLAUSES.map((clause) => `<p>${clause}</p>`).join('\n');

function linesOf(body: string, head = ''): readonly string[] {
  const html = `<!doctype html><html><head><title>Terms</title>${head}</head><body>${body}</body></html>`;
  const reading = readText({
    url: 'https://example.com/terms',
    html,
    kind: 'html',
    selector: null,
    before: null,
  });
  if ('code' in reading) throw new Error(reading.message);
  return reading.lines.map(({ text }) => text);
}

describe('the text of a page is without', () => {
  it.each([
    [
      'its table of contents',
      '<ol><li><a href="#one">The contract</a></li><li><a href="#two">The end</a></li></ol>',
    ],
    [
      'its table of contents with a title',
      '<div><h3>On this page</h3><div><nav><ul><li><a href="#1">The contract</a></li><li><a href="#2">The end</a></li><li><a href="#3">The rest</a></li></ul></nav></div></div>',
    ],
    [
      'its table of contents to unfold',
      '<details open><summary>Contents</summary><p><a href="#1">The contract</a></p><p><a href="#2">The end</a></p><p><a href="#3">The rest</a></p></details>',
    ],
    [
      'the heading of its table of contents',
      '<h2>On this page</h2><nav><a href="#1">The contract</a><a href="#2">The end</a><a href="#3">The rest</a></nav>',
    ],
    ['buttons', '<button>View this page as Markdown</button>'],
    ['dialogs', '<div role="dialog"><p>Choose what we may store about you today.</p></div>'],
    [
      'boxes over the page',
      '<div class="v3 modal fade"><h2>Oops</h2><p>That went wrong.</p></div>',
    ],
    [
      'questions for consent',
      '<div><div class="cookie-notification"><p>We use cookies. <a href="/c">Manage</a></p></div></div>',
    ],
    [
      'forms to sign up',
      '<form><p>Join us, it is free.</p><label>I am <select><option>new</option></select></label><input type="email"></form>',
    ],
  ])('%s', (_, furniture) => {
    const bare = linesOf(`<div><h1>Terms</h1>${TEXT}</div>`);
    expect(linesOf(`<div>${furniture}<h1>Terms</h1>${TEXT}</div>`)).toEqual(bare);
    expect(linesOf(`<main>${furniture}<h1>Terms</h1>${TEXT}</main>`)).toEqual(bare);
  });

  it('links that skip to it', () => {
    const skip = '<div><a href="#a">Skip to search</a><a href="#b">Skip to content</a></div>';
    expect(linesOf(`${skip}<div><h1>Terms</h1>${TEXT}</div>`)).toEqual(['Terms', ...CLAUSES]);
  });

  it('signs that link to headings', () => {
    const headings =
      '<h2>One <a href="#1">¶</a></h2><h2><a href="#2">Two<i aria-hidden="true"> #</i></a></h2>';
    expect(linesOf(`<main>${headings}${TEXT}</main>`)).toEqual(['One', 'Two', ...CLAUSES]);
  });
});

describe('the text of a page has', () => {
  it('headings that link to themselves, and links within its sentences', () => {
    const lines = linesOf(
      `<main><h2><a href="#notice">Notice</a></h2>${TEXT}<p>See <a href="#notice">above</a>.</p></main>`,
    );
    expect(lines).toEqual(['Notice', ...CLAUSES, 'See above.']);
  });

  it('questions that unfold their answer', () => {
    const question = '<button>How do I cancel?</button>';
    expect(linesOf(`<main>${question}${TEXT}</main>`)).toEqual(['How do I cancel?', ...CLAUSES]);
  });

  it.each([
    ['form', `<form><input type="email"><h1>Terms</h1>${TEXT}</form>`],
    ['box', `<div><div class="modal"><h1>Terms</h1>${TEXT}</div></div>`],
  ])('what a %s holds that is around the whole page', (_, page) => {
    expect(linesOf(page)).toEqual(['Terms', ...CLAUSES]);
  });

  it('addresses of mail as a browser shows them', () => {
    const mail = '<a class="__cf_email__" data-cfemail="4221020f6c21">[email&#160;protected]</a>';
    expect(linesOf(`<main>${TEXT}<p>Write to ${mail}.</p></main>`).at(-1)).toBe('Write to c@M.c.');
  });
});

it('a page with nothing but a question for consent is empty without JavaScript', () => {
  const html = `<!doctype html><html><head><title>Terms</title></head><body>
    <div><div class="privacy-banner" role="dialog"><p>We use cookies to keep this site safe, to find
    what does not work, and to make it better for everybody who comes here every day of the year.</p>
    <button>Accept all</button></div></div><div id="app"></div><script src="/app.js"></script></body></html>`;
  const reading = readText({
    url: 'https://example.com/terms',
    html,
    kind: 'html',
    selector: null,
    before: null,
  });
  expect(reading).toMatchObject({ code: 'NEEDS_JAVASCRIPT' });
});
