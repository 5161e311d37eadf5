import type { z } from 'zod';
import { createFromKeywordSchema, createFromUrlSchema } from '../../contract/index.js';
import { InvalidFields } from './invalid-fields.js';

/**
 * The one of the two creation schemas that a body means to follow, so that its errors are about
 * that one and not about the union of both.
 * @throws InvalidFields when it has the fields of both or of neither.
 */
export function creationSchema(body: unknown): z.ZodType {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return createFromUrlSchema;
  const hasUrl = 'url' in body;
  const hasKeyword = 'keyword' in body;
  if (hasUrl && hasKeyword) {
    throw new InvalidFields([
      'Give either "url" or "keyword", not both: a feed is made from a page or from a search.',
    ]);
  }
  if (!hasUrl && !hasKeyword) {
    throw new InvalidFields([
      'Give "url" (a website or a feed) or "keyword" (a search or a headline) with an optional "region".',
    ]);
  }
  return hasUrl ? createFromUrlSchema : createFromKeywordSchema;
}
