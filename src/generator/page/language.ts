import { knownLanguage } from '../../dates/languages.js';
import type { Page } from './page.js';
import { attribute } from './tree.js';

/** The BCP 47 tag that the page declares, or null. */
export function languageOf(page: Page): string | null {
  let fallback: string | null = null;
  for (const node of page.nodes.slice(0, 1_000)) {
    if (node.kind !== 'element') continue;
    if (node.tag === 'html' || node.tag === 'body') {
      const lang = attribute(node, 'lang') ?? attribute(node, 'xml:lang');
      if (lang?.trim()) return wellFormed(lang);
    }
    if (node.tag === 'meta') {
      const name = (
        attribute(node, 'http-equiv') ??
        attribute(node, 'property') ??
        ''
      ).toLowerCase();
      const content = attribute(node, 'content') ?? '';
      if (name === 'content-language' || name === 'og:locale') fallback ??= wellFormed(content);
    }
  }
  return fallback;
}

function wellFormed(tag: string): string | null {
  const text = tag.trim().replace('_', '-').split(',')[0] ?? '';
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text) ? text : null;
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
];

/** The blocks of all these scripts: a sample without such a character uses none of them. */
const OTHER_SCRIPT = /[\u0370-\u1dff\u1f00-\u1fff\u2126\u2c00-\uffff]/;

/**
 * The language in which dates are read: the declared one, unless the title is in a script that this
 * language does not use (templates have `lang="en"` in every country).
 */
export function dateLanguage(stated: string | null, sample: string): string | null {
  if (!OTHER_SCRIPT.test(sample)) return stated;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(
    ([pattern]) => (sample.match(pattern)?.length ?? 0) > letters * 0.2,
  )?.[1];
  if (script === undefined || letters === 0) return stated;
  if (stated === null) return script;
  const family = stated.split('-')[0] ?? '';
  const latin = /^(?:en|de|fr|es|it|pt|nl|pl|sv|da|nb|no|fi|cs|tr|ro|hu)$/.test(family);
  return latin ? script : knownLanguage(stated);
}
