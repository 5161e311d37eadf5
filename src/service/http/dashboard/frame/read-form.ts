import { ServiceError } from '../../../core/errors.js';
import { readText } from '../../read-json.js';
import { FORM_TOKEN_FIELD, isFormToken } from './form-token.js';
import type { PageContext } from './page-env.js';

/** What somebody has filled in. */
export interface Form {
  /** The value of a field with white space around it cut off; "" when it is missing. */
  text(name: string): string;
  /** Every value of a field that may come several times. */
  all(name: string): string[];
  /** Whether the form has a field of this name at all: a checkbox that is ticked. */
  has(name: string): boolean;
}

/**
 * The form of this request, after a look at its token.
 * @throws ServiceError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readForm(context: PageContext): Promise<Form> {
  requireForm(context.req.header('Content-Type'));
  const fields = new URLSearchParams(await readText(context));
  if (!isFormToken(fields.get(FORM_TOKEN_FIELD) ?? '', context.get('formToken'))) throw staleForm();
  return {
    // A browser sends the line ends of a text area as CR LF.
    text: (name) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
    all: (name) => fields.getAll(name),
    has: (name) => fields.has(name),
  };
}

function requireForm(contentType: string | undefined): void {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The dashboard takes forms of its own pages.');
}

function staleForm(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form is out of date: it was shown before you signed in again. Go back, load the page anew and send it once more.',
  );
}
