import * as z from 'zod';

const selector = (finds: string) => z.string().min(1).max(1000).describe(finds);

export const selectorsSchema = z
  .strictObject({
    items: selector('The records, one element each'),
    title: selector('The title inside a record').optional(),
    link: selector('The link inside a record').optional(),
    date: selector('The date inside a record').optional(),
    image: selector('The image inside a record').optional(),
  })
  .meta({
    id: 'Selectors',
    description:
      'CSS selectors for pages without a feed: items finds the records, the others apply inside a record',
  });

export type Selectors = z.infer<typeof selectorsSchema>;

export const documentChoiceSchema = z
  .enum(['auto', 'html', 'feed'])
  .describe("Which document is read at an address; auto prefers the page's own feed to the page");
export type DocumentChoice = z.infer<typeof documentChoiceSchema>;
