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
}

/** Without a status, the endpoint's usual one. */
interface EndpointReply<E extends Endpoint> {
  body: z.input<ReturnType<E['response']>>;
  status?: number;
}

/** The body as JSON already, in parts that follow each other; other answers may share them. */
interface EncodedReply {
  parts: readonly AnswerBytes[];
}

/** What answers an endpoint; `http` has the parts of the service beyond feeds and bundles. */
type Handler<E extends Endpoint> = (
  deps: Deps,
  request: EndpointRequest<E>,
  http: HttpDeps,
) => Promise<EndpointReply<E> | EncodedReply>;

/** One handler for each row of a table of endpoints. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
