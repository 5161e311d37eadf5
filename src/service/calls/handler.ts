import type { z } from 'zod';
import type { Endpoint, PathParams } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { AnswerBytes } from '../core/answers.js';
import type { Deps } from '../feeds/deps.js';
import type { CallTools } from './tools.js';

type Checked<E extends Endpoint, Part extends 'query' | 'body'> = E extends {
  [P in Part]: () => infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A call whose parts have passed the endpoint's schemas, made by an account. */
interface CheckedCall<E extends Endpoint> {
  account: Account;
  params: PathParams<E['path']>;
  query: Checked<E, 'query'>;
  body: Checked<E, 'body'>;
  isOnThisMachine(): boolean;
}

/** The answer to a call. */
export class Reply<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly status: number,
    /** The cursor of the next page of a list; null without one. */
    readonly next: string | null = null,
  ) {}
}

/** The body as JSON already, in parts that follow each other; other answers may share them. */
export class EncodedReply {
  constructor(readonly parts: readonly AnswerBytes[]) {}
}

type BodyOf<E extends Endpoint> = z.input<ReturnType<E['response']>>;

/**
 * What answers an endpoint; `tools` has the parts of the service beyond feeds and bundles. A body
 * alone has the usual status of the endpoint.
 */
type Handler<E extends Endpoint> = (
  deps: Deps,
  request: CheckedCall<E>,
  tools: CallTools,
) => Promise<BodyOf<E> | Reply<BodyOf<E>> | EncodedReply>;

/** One handler for each row of a table of endpoints. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
