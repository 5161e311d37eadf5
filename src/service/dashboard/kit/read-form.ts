import { ServiceError } from '../../core/errors.js';
import { readBytes, readRequestText } from '../../http/read-json.js';
import type { Form, PageContext } from './http.js';
import { FORM_TOKEN_FIELD, isFormToken } from './session.js';

/**
 * Reads the form of this request after checking its token.
 * @throws ServiceError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readForm(context: PageContext): Promise<Form> {
  const form = await readEntry(context);
  checkToken(context, form);
  return form;
}

/** @throws ServiceError FORBIDDEN if the form belongs to another session */
export function checkToken(context: PageContext, form: Form): void {
  if (isFormToken(form.text(FORM_TOKEN_FIELD), context.get('formToken'))) return;
  throw new ServiceError(
    'FORBIDDEN',
    'This form is out of date: it was loaded before you signed in again. Nothing was saved. Look at the page as it is now, and send it again.',
  );
}

/**
 * Reads the form of this request without checking its token: such a form may be shown again, but
 * not processed.
 * @param uploadBytes maximum size of a form with files; undefined: the form has none
 * @throws ServiceError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readEntry(context: PageContext, uploadBytes?: number): Promise<Form> {
  const fields = await fieldsOf(context, uploadBytes);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    // Browsers send the line breaks of a text area as CR LF.
    text: (name) => textOf(fields.get(name)).replaceAll('\r\n', '\n').trim(),
    all: (name) => fields.getAll(name).map(textOf),
    has: (name) => fields.has(name),
    async file(name) {
      const value = fields.get(name);
      if (value === null || typeof value === 'string' || value.size === 0) return null;
      return { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    },
  };
}

async function fieldsOf(
  context: PageContext,
  uploadBytes: number | undefined,
): Promise<Pick<FormData, 'get' | 'getAll' | 'has'>> {
  const header = context.req.header('Content-Type') ?? '';
  const type = header.split(';', 1)[0]?.trim().toLowerCase();
  if (uploadBytes === undefined) {
    if (type !== 'application/x-www-form-urlencoded') throw notOurForm();
    return new URLSearchParams(await readRequestText(context));
  }
  if (type !== 'multipart/form-data') throw notOurForm();
  const body = await readBytes(context, uploadBytes);
  const sent = new Response(body, { headers: { 'Content-Type': header } });
  return sent.formData().catch(() => {
    throw notOurForm();
  });
}

function notOurForm(): ServiceError {
  return new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The dashboard accepts only forms of its own pages.',
  );
}
