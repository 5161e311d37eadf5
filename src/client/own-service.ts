import { rememberAnswer } from './decode.js';
import { ApiError, UnsupportedError } from './errors.js';
import type { Answer, Call, Http } from './http.js';
import type { CallOptions } from './options.js';
import { readAnswer } from './read-answer.js';

/** Calls of endpoints that only feedctl's own service has. */
export class OwnService {
  readonly #http: Http;
  readonly #hasExtensions: (options: CallOptions) => Promise<boolean>;

  /** @param hasExtensions whether the service is feedctl's own; may ask it */
  constructor(http: Http, hasExtensions: (options: CallOptions) => Promise<boolean>) {
    this.#http = http;
    this.#hasExtensions = hasExtensions;
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
    if (!(await this.#hasExtensions({ signal: call.signal }))) throw unsupported(feature, null);
    return this.#http.send(call);
  }

  /** Decodes an answer of {@link OwnService.send}. */
  read<T>(feature: string, answer: Answer, decode: (body: unknown) => T): T {
    try {
      return readAnswer(answer, decode);
    } catch (error) {
      if (!isUnknownEndpoint(error)) throw error;
      throw unsupported(feature, this.#http.service.version);
    }
  }
}

/** True for a 404 that is about the path and not about what an id names: an older release. */
function isUnknownEndpoint(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 404) return false;
  return error.code === undefined || error.code === 'NOT_FOUND';
}

function unsupported(feature: string, version: string | null): UnsupportedError {
  return version === null
    ? new UnsupportedError(
        `This service is not feedctl's own: it has no endpoints for ${feature}.`,
        { suggestion: "Use its website, or feedctl's own service: feedctl serve" },
      )
    : new UnsupportedError(
        `This service runs feedctl ${version}, which has no endpoints for ${feature}.`,
        { suggestion: 'Install a newer feedctl on the machine of the service.' },
      );
}
