import type * as z from 'zod';

/** One answer of a service. */
export interface ChatAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | object;
}

/** A service as its documentation describes it. */
export interface ChatFake {
  /** Path of a webhook, with its token. */
  path: string;
  /** Parts of the address that only its owner may know. */
  secrets: string[];
  /** Where messages are posted. */
  posts: RegExp;
  /** The message that it accepts. */
  schema: z.ZodType;
  accepted: ChatAnswer;
  refused(problem: string): ChatAnswer;
}

type Body = string | object;
type Answer = [status: number, body?: Body, headers?: Record<string, string>];

/** Answers of the service, and what they mean. */
export interface RecordedAnswers {
  accepted: Answer[];
  /** Of status 200 with an error in the body. */
  refusedWith200: [body: Body, problem: RegExp, means?: { gone?: boolean; waits?: number }][];
  /** The webhook is disabled. */
  gone: Answer[];
  /** It failed, and is tried again. */
  kept: Answer[];
  /** What the owner of the webhook is told. */
  told: [status: number, body: Body, problem: string | RegExp][];
}
