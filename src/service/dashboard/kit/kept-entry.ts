import { HOUR } from '../../core/durations.js';
import type { KeptAnswers } from '../use-cases/kept-answers.js';
import { type PageContext, pathBelow, type Refused } from './http.js';
import { readForm } from './read-form.js';
import { readCookie, writeCookie } from './session.js';

/** A form that was sent after its session had ended. */
export interface KeptEntry {
  /** The path of the page with the form. */
  page: string;
  refused: Refused;
}

/** Time for which a form is kept while its user signs in again, in milliseconds. */
const LIFE_MS = HOUR;

const SIGNED_OUT =
  'You were signed out before this was saved. What you entered is here again: look at it, and send it.';

/** Keeps the entered values for the browser that sent the form; they are shown after signing in. */
export async function keepEntry(
  context: PageContext,
  entries: KeptAnswers<KeptEntry>,
  page: string,
): Promise<void> {
  const form = await readForm(context).catch(() => null);
  if (form === null) return;
  const action = pathBelow(context);
  const refused = { action, form, message: SIGNED_OUT, problems: [SIGNED_OUT] };
  writeCookie(context, 'entry', entries.keep('', { page, refused }, LIFE_MS));
}

/** Returns, once, the form that this browser sent from a page after its session had ended. */
export function takeEntry(
  context: PageContext,
  entries: KeptAnswers<KeptEntry>,
  page: string,
): Refused | null {
  const token = readCookie(context, 'entry');
  const entry = token === '' ? null : entries.get('', token);
  if (entry?.page !== page) return null;
  entries.delete(token);
  writeCookie(context, 'entry', '', 0);
  return entry.refused;
}
