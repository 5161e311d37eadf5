/** The bytes of an answer, or of a part of one; shared by all its readers, so never changed. */
export type AnswerBytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function encodeText(text: string): AnswerBytes {
  return encoder.encode(text);
}

/** A value as JSON; `end` as `String.prototype.slice` takes it. */
export function encodeJson(value: unknown, end?: number): AnswerBytes {
  return encoder.encode(JSON.stringify(value).slice(0, end));
}

/** Bytes of all parts. */
export function answerLength(parts: readonly AnswerBytes[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/**
 * The parts in one piece, for a `Response`. A single one is not copied, which takes as long as sending
 * it, unless it has pages of its own, which a `Response` refuses.
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

/** Answers that are kept in memory, each made once for all requests that arrive meanwhile. */
export interface Answers {
  /**
   * The answer of a key, made by `make` unless it is there. A failure is not kept.
   * @param name different for every account, query and format
   * @param revision different whenever the answer is
   */
  get(name: string, revision: string, make: () => Promise<AnswerBytes>): Promise<AnswerBytes>;
}
