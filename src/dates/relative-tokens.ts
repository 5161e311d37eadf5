import { NUMBER_WORDS } from './lexicon-extras.js';

/** A word of a text, or a number: `#` with its value. */
export interface RelativeToken {
  text: string;
  value: number | null;
}

const MAX_TOKENS = 24;
/** As `dateTokens`, but decimal numbers ("2.5 hours") are one token. */
const TOKEN =
  /\d+(?:\.\d{1,2}(?![\d.:]))?|[\u3040-\u30ff\u3400-\u9fff]|[^\s\d\ue000\u3040-\u30ff\u3400-\u9fff.,，،、。/|:;()[\]{}<>"`!?·•@#*_+=~-]+/g;

/** The first words and numbers of normalised text; "three" and "a" before a word are numbers. */
export function relativeTokens(text: string): RelativeToken[] {
  const found: string[] = text.match(TOKEN) ?? [];
  return found.slice(0, MAX_TOKENS).map((token) => ({
    text: /^\d/.test(token) ? '#' : token,
    value: /^\d/.test(token) ? Number(token) : null,
  }));
}

/** The number of a token, in digits or as a word. */
export function numberOf(token: RelativeToken | undefined): number | null {
  if (token === undefined) return null;
  return token.value ?? NUMBER_WORDS.get(token.text) ?? null;
}
