import type { ElementNode } from './tree.js';

/** Tokens that say what state an element is in or where it stands, not what it is. */
const STATE =
  /^(?:active|current|selected|open|closed?|collapsed|expanded|hover|focus|visible|hidden|show|in|on|off|first|last|odd|even|alt|left|right|top|bottom|new|unread|read|visited|sticky|pinned|featured|lazy(?:load(?:ed)?)?|loaded|loading|disabled|enabled|js|no-js|clearfix|cf|row|col|column|is-\w+|has-\w+|no-\w+)$/i;

/** What style compilers write: `css-1x2y3z`, `sc-bdVaJa`, `jsx-123`, `_3xK9q`. */
const GENERATED =
  /^(?:css|sc|jsx|svelte|emotion|makestyles|jss|styled|chakra|mantine|tss|e|s|_)-?_?[a-z0-9]*$/i;

/** `Card_title__kQzXw`: a name followed by a hash. */
const HASHED_SUFFIX = /(?:__|--|_)[A-Za-z0-9-]{5,8}$/;

/**
 * A class token that means the same tomorrow, or "": without digits, state words and the hashes of
 * style compilers, which change with every release of a site.
 */
export function stableToken(token: string): string {
  if (token.length > 40) return '';
  const name = isHash(HASHED_SUFFIX.exec(token)?.[0] ?? '')
    ? token.replace(HASHED_SUFFIX, '')
    : token;
  if (/[\d:[\]/!@%.,()]/.test(name)) return '';
  if (STATE.test(name) || (GENERATED.test(name) && name.length > 3)) return '';
  return looksRandom(name) ? '' : name.toLowerCase();
}

/** Up to `count` stable tokens of an element, in the order they are written. */
export function stableTokens(element: ElementNode, count: number): string[] {
  let tokens = stableLists.get(element.classes);
  if (tokens === undefined) {
    tokens = [...new Set(element.classes.map(stableToken))].filter((token) => token !== '');
    stableLists.set(element.classes, tokens);
  }
  return tokens.length <= count ? tokens : tokens.slice(0, count);
}

/** Tokens of atomic style sheets, which are letters and digits: `x78zum5`. */
const ATOMIC = /^(?=[a-z]*\d)[a-z\d]{5,12}$/i;
/** An element of an atomic style sheet has a token for each declaration. */
const MAX_STYLES = 6;

/**
 * The tokens of an element that style compilers write, joined; "" when it has none. They change with
 * every release of a site, but elements of one page with the same tokens look alike.
 */
export function styleTokens(element: ElementNode): string {
  let tokens = styleLists.get(element.classes);
  if (tokens === undefined) {
    tokens = element.classes.filter(isStyle).slice(0, MAX_STYLES).join('.');
    styleLists.set(element.classes, tokens);
  }
  return tokens;
}

function isStyle(token: string): boolean {
  if (token.length > 40 || STATE.test(token)) return false;
  if (GENERATED.test(token)) return token.length > 3;
  return ATOMIC.test(token) || looksRandom(token);
}

/** By the array of class tokens, of which a page has one for each spelling. */
const stableLists = new WeakMap<readonly string[], string[]>();
const styleLists = new WeakMap<readonly string[], string>();
const namedLists = new WeakMap<RegExp, WeakMap<readonly string[], boolean>>();

/** True when a class token matches; remembered, so the pattern must be a constant. */
export function isNamed(element: ElementNode, pattern: RegExp): boolean {
  const { classes } = element;
  if (classes.length === 0) return false;
  let known = namedLists.get(pattern);
  if (known === undefined) {
    known = new WeakMap();
    namedLists.set(pattern, known);
  }
  let named = known.get(classes);
  if (named === undefined) {
    named = classes.some((token) => pattern.test(token));
    known.set(classes, named);
  }
  return named;
}

function isHash(suffix: string): boolean {
  const hash = suffix.replace(/^[_-]+/, '');
  return /\d/.test(hash) || looksRandom(hash);
}

/** Mixed case without any word in it ("bdVaJa", "kQzXw"), or hardly a vowel. */
function looksRandom(name: string): boolean {
  if (/[-_]/.test(name) || name.length < 5 || name.length > 10) return false;
  const humps = name.match(/[a-z][A-Z]/g)?.length ?? 0;
  if (humps === 0) return /^[bcdfghjklmnpqrstvwxz]{5,}$/i.test(name);
  const words = name.split(/(?=[A-Z])/);
  return (
    words.every((word) => word.length <= 3) ||
    words.some((word) => /^[bcdfghjklmnpqrstvwxz]{2,}$/i.test(word))
  );
}
