import { type Filters, parseRule, printRule } from '../../contract/index.js';

/** The filter of a webhook as it is stored; without rules everything passes. */
export interface WebhookFilter extends Filters {
  only: 'new' | 'changed' | null;
}

/** A rule in the older form of webhooks, in which several words are a phrase. */
export function phraseAsWords(text: string): string {
  const rule = parseRule(text);
  if ('problem' in rule || rule.kind !== 'phrase' || rule.field !== null) return text;
  return wordsAsPhrase(rule.phrase) === text ? rule.phrase : text;
}

/** The rule that the older form of webhooks means. */
export function wordsAsPhrase(text: string): string {
  const rule = parseRule(text);
  if ('problem' in rule || rule.kind !== 'words' || rule.words.length === 1) return text;
  return printRule({ field: rule.field, kind: 'phrase', phrase: rule.words.join(' ') });
}
