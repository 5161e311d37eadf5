import { describeBody, toApiError, unreadable } from './api-error.js';
import { DecodeError } from './decode.js';
import type { Answer } from './http.js';

/**
 * Decodes the JSON of a successful answer.
 *
 * @throws ApiError for any other answer, UnreadableResponseError when the body is not as promised
 */
export function readAnswer<T>(answer: Answer, decode: (body: unknown) => T): T {
  if (!isSuccess(answer)) throw toApiError(answer);
  try {
    return decode(JSON.parse(answer.response.text));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(answer, describeBody(answer.response));
    if (error instanceof DecodeError) throw unreadable(answer, error.message);
    throw error;
  }
}

/** True for a success that has nothing in its body, which some services answer a DELETE with. */
export function isEmptySuccess(answer: Answer): boolean {
  return isSuccess(answer) && answer.response.text.trim() === '';
}

/** A DELETE that had to be repeated may have succeeded the first time. */
export function isGoneAlready({ request, response, attempts }: Answer): boolean {
  return request.method === 'DELETE' && response.status === 404 && attempts > 1;
}

function isSuccess({ response }: Answer): boolean {
  return response.status >= 200 && response.status < 300;
}
