import * as z from 'zod';

// Values without a rule of their own, for answers: the service has checked what they hold.
export const text = z.string();
export const textOrNull = text.nullable();
export const count = z.int();

/** A moment. @param doc what happens then, without a full stop */
export function time(doc?: string) {
  return text.describe(inUtc(doc));
}

export function timeOrNull(doc?: string) {
  return textOrNull.describe(inUtc(doc));
}

function inUtc(doc: string | undefined): string {
  return doc === undefined ? 'ISO 8601 in UTC' : `${doc}; ISO 8601 in UTC`;
}

/** What marks a field that only feedctl's own service takes or sends. */
export function extensionDoc(doc: string): string {
  return `Extension: ${doc.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
}

/** A part of a request that goes on where an earlier answer stopped. */
export const cursorField = (max: number) =>
  text
    .max(max)
    .optional()
    .describe('From the previous response: resume there; other fields are then ignored');

/** Where an answer stopped. */
export const nextCursor = textOrNull.describe(
  'Send it again to fetch the rest; null when all are done',
);
