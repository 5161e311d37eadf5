import * as z from 'zod';

// Schemas of answers without a rule: the service has checked the values.
export const text = z.string();
export const textOrNull = text.nullable();
export const count = z.int();

/** A time. @param doc what happens then, without a full stop */
export function time(doc?: string) {
  return text.describe(inUtc(doc));
}

export function timeOrNull(doc?: string) {
  return textOrNull.describe(inUtc(doc));
}

function inUtc(doc: string | undefined): string {
  return doc === undefined ? 'ISO 8601 in UTC' : `${doc}; ISO 8601 in UTC`;
}

/** Marks a field that only feedctl's own service accepts or sends. */
export function extensionDoc(doc: string): string {
  return `Extension: ${doc.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
}

/** The cursor with which a request continues after an earlier answer. */
export const cursorField = (max: number) =>
  text
    .max(max)
    .optional()
    .describe('From the previous response: resume there; other fields are then ignored');

/** The cursor at the end of an answer. */
export const nextCursor = textOrNull.describe(
  'Send it again to fetch the rest; null when all are done',
);
