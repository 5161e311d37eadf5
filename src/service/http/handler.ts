import type { z } from 'zod';
import type { Endpoint, PathParams } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { AnswerBytes } from '../core/answers.js';
import type { Deps } from '../feeds/deps.js';
import type { HttpDeps } from './http-deps.js';

type Checked<E extends Endpoint, Part extends 'query' | 'body'> = E extends {
  [P in Part]: () => infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A request whose parts have passed the endpoint's schemas, made by an account. */
interface EndpointRequest<E extends Endpoint> {
  account: Account;
  params: PathParams<E['path']>;
  query: Checked<E, 'query'>;
  body: Checked<E, 'body'>;
  /** Whether who sent it is on the machine of the service, for certain. */
  isOnThisMachine(): boolean;
}

/** A body with another status than the endpoint's usual one, or with headers. */
export class Reply<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly status: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The body as JSON already, in parts that follow each other; other answers may share them. */
export class EncodedReply {
  constructor(readonly parts: readonly AnswerBytes[]) {}
}

type BodyOf<E extends Endpoint> = z.input<ReturnType<E['response']>>;

/** What answers an endpoint; `http` has the parts of the service beyond feeds and bundles. */
type Handler<E extends Endpoint> = (
  deps: Deps,
  request: EndpointRequest<E>,
  http: HttpDeps,
) => Promise<BodyOf<E> | Reply<BodyOf<E>> | EncodedReply>;

/** One handler for each row of a table of endpoints. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
