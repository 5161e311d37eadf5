import * as z from 'zod';
import type { Selectors } from '../generator/index.js';

export type { Selectors };

const selector = (finds: string) => z.string().min(1).max(1000).describe(finds);

export const selectorsSchema = z
  .strictObject({
    items: selector('The records, one element each').optional(),
    title: selector('The title inside a record').optional(),
    link: selector('The link inside a record').optional(),
    date: selector('The date inside a record').optional(),
    image: selector('The image inside a record').optional(),
    text: selector('The text whose changes are followed, with mode changes only').optional(),
  })
  .check(({ value, issues }) => {
    if (value.text !== undefined && Object.keys(value).length > 1) {
      const message = 'must be alone: it finds a text, the others find items';
      issues.push({ code: 'custom', message, input: value.text, path: ['text'] });
    } else if (value.text === undefined && value.items === undefined) {
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['items'] });
    }
  })
  .meta({
    id: 'Selectors',
    oneOf: [{ required: ['items'] }, { required: ['text'], maxProperties: 1 }],
    description:
      'CSS selectors for pages without a feed: items finds the records, the others apply inside a record; text alone finds the text whose changes are followed. For JSON and XML they are dotted paths (data.posts), or templates with paths in braces',
  }) satisfies z.ZodType<Selectors>;

/** What a feed makes of its page, if neither its own feed nor its list. */
export const pageModeSchema = z
  .enum(['changes'])
  .describe('changes: an item for each change of the text of the page');
export type PageMode = z.infer<typeof pageModeSchema>;

export const documentChoiceSchema = z
  .enum(['auto', 'html', 'feed'])
  .describe("Which document is read at an address; auto prefers the page's own feed to the page");
export type DocumentChoice = z.infer<typeof documentChoiceSchema>;
