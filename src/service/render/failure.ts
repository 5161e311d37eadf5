import { SourceError } from '../fetch/index.js';
import type { Passage } from './proxy/passage.js';
import type { VisitTrace } from './visit.js';

interface Circumstances {
  url: string;
  trace: VisitTrace;
  passage: Passage;
  timedOut: boolean;
  pageMs: number;
}

/** Turns what a visit threw into words about the source: playwright speaks to its programmer. */
export function explainFailure(error: unknown, circumstances: Circumstances): SourceError {
  const { url, trace, passage, timedOut, pageMs } = circumstances;
  const { host } = new URL(url);
  const limit: unknown = passage.signal.reason;
  if (limit instanceof SourceError) return limit;
  if (error instanceof SourceError) return error;
  const refusal = passage.failureOf(trace.documentUrl ?? url);
  if (refusal !== undefined) return refusal;
  const unreachable = (message: string) =>
    new SourceError('SOURCE_UNREACHABLE', message, { cause: error });
  if (timedOut) {
    return unreachable(`${url} was not rendered within ${pageMs / 1000} s. Try again later.`);
  }
  const text = error instanceof Error ? error.message : '';
  if (/Download is starting/.test(text)) {
    return new SourceError('SOURCE_INVALID', `${url} is a download, not a page.`, { cause: error });
  }
  if (trace.crashed || /has been closed|Target crashed|Connection closed/.test(text)) {
    return unreachable(
      `The browser crashed when it rendered ${url}. The page may need more memory than it gets.`,
    );
  }
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  if (code?.startsWith('ERR_CERT') || code?.startsWith('ERR_SSL')) {
    return unreachable(`The secure connection to ${host} failed (${code}).`);
  }
  return unreachable(`${url} could not be rendered${code === undefined ? '' : ` (${code})`}.`);
}
