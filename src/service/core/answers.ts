/** The bytes of an answer, or of a part of it; all its readers share them, so they never change. */
export type AnswerBytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function encodeText(text: string): AnswerBytes {
  return encoder.encode(text);
}

/** A value as JSON bytes; `end` as in `String.prototype.slice`. */
export function encodeJson(value: unknown, end?: number): AnswerBytes {
  return encoder.encode(JSON.stringify(value).slice(0, end));
}

/** Total size of all parts. */
export function answerLength(parts: readonly AnswerBytes[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/**
 * The parts as one array for a `Response`. A single part is not copied, which would take as long as
 * sending it, unless it has memory pages of its own, which a `Response` refuses.
 */
export function joinBytes(parts: readonly AnswerBytes[]): AnswerBytes {
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && !only.buffer.resizable) return only;
  const bytes = new Uint8Array(answerLength(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Cached answers; simultaneous requests share one. */
export interface Answers {
  /**
   * The answer of a key, built by `make` unless it is cached. Failures are not cached. @param name
   * different for every account, query and format @param revision changes whenever the answer does
   */
  get(name: string, revision: string, make: () => Promise<AnswerBytes>): Promise<AnswerBytes>;
}
