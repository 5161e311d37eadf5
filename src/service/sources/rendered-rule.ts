import * as z from 'zod';
import type { ReadingState } from './source-reader.js';

/** What is stored for a page that shows its items only in a browser. */
export const renderedRuleSchema = z.object({ rendered: z.literal(true), rule: z.unknown() });

/** Whether an earlier reading found that the page has to be rendered. */
export function isRendered({ origin, rule }: ReadingState): boolean {
  return origin === 'page' && renderedRuleSchema.safeParse(rule).success;
}
