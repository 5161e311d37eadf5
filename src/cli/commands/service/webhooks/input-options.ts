import { choice, texts } from '../../../kit/index.js';

/** What both `create` and `update` take beside the address and the scope. */
export const filterOptions = {
  include: texts('WORD', 'only items with this word or phrase; a star ends it anyhow: elect*'),
  exclude: texts('WORD', 'no items with this word or phrase'),
};

export const onlyOption = choice(['new', 'changed'], 'KIND', 'only one kind of items');

/** Anything else than given words would take away what is there. */
export function givenWords(words: readonly string[]): readonly string[] | undefined {
  return words.length === 0 ? undefined : words.filter((word) => word !== '');
}
