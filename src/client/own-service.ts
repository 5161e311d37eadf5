import { type Calls, readAnswer } from './calls.js';
import { rememberAnswer } from './decode.js';
import { ApiError, UnsupportedError } from './errors.js';
import type { Answer, Call } from './http.js';

/** Calls of endpoints that only feedctl's own service has. */
export class OwnService {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /**
   * Sends a call and decodes its answer. Nothing is sent to another service than feedctl's own.
   *
   * @param feature what the endpoints are for, such as "API keys"
   * @throws UnsupportedError when the service has no such endpoint
   */
  async call<T extends object>(
    feature: string,
    call: Call,
    decode: (body: unknown) => T,
  ): Promise<T> {
    const answer = await this.send(feature, call);
    return this.read(feature, answer, (body) =>
      rememberAnswer(decode(body), { status: answer.response.status, body }),
    );
  }

  /** Sends a call and gives back its answer whatever the status; see {@link OwnService.call}. */
  async send(feature: string, call: Call): Promise<Answer> {
    if (!(await this.#calls.hasExtensions({ signal: call.signal }))) {
      throw new UnsupportedError(feature, null);
    }
    return this.#calls.send(call);
  }

  /** Decodes an answer of {@link OwnService.send}. */
  read<T>(feature: string, answer: Answer, decode: (body: unknown) => T): T {
    try {
      return readAnswer(answer, decode);
    } catch (error) {
      if (!isUnknownEndpoint(error)) throw error;
      throw new UnsupportedError(feature, this.#calls.service.version, { cause: error });
    }
  }
}

/** True for a 404 that is about the path and not about what an id names: an older release. */
function isUnknownEndpoint(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 404) return false;
  return error.code === undefined || error.code === 'NOT_FOUND';
}
