import { type Endpoint, type EndpointName, endpoints } from '../../contract/index.js';
import { type Caller, OWNER_ID } from '../accounts/account.js';
import { workFor } from '../core/async/turn.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from '../feeds/deps.js';
import { checkedBody, checkedQuery } from './check.js';
import { EncodedReply, Reply } from './handler.js';
import { handlers } from './handlers.js';
import type { CallTools } from './tools.js';

/** A call of an endpoint as it comes in. */
export interface Call {
  account: Caller;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Read only when everything before it is right. */
  body(): unknown;
  /** Whether who calls is on the machine of the service, for certain. */
  isOnThisMachine(): boolean;
}

/** A handler seen from the table, where the types of its row are out of sight. */
type AnyHandler = (
  deps: Deps,
  request: Omit<Call, 'query' | 'body'> & { query: unknown; body: unknown },
  tools: CallTools,
) => Promise<unknown>;

/**
 * Calls an endpoint for an account: every way to a use case leads through here. Its row in the table
 * says what is checked.
 * @throws ServiceError
 */
export async function call(
  tools: CallTools,
  name: EndpointName,
  { account, params, query, body, isOnThisMachine }: Call,
): Promise<Reply | EncodedReply> {
  const endpoint: Endpoint = endpoints[name];
  refuseUnentitled(endpoint, account);
  const request = {
    account,
    params,
    query: checkedQuery(endpoint, query),
    body: endpoint.body && checkedBody(endpoint.body, await body()),
    isOnThisMachine,
  };
  // The schemas of this very row have checked what its handler is given.
  const handler = handlers[name] as AnyHandler;
  const answer = await workFor(account.id, {}, () => handler(tools.deps, request, tools));
  const isReply = answer instanceof Reply || answer instanceof EncodedReply;
  return isReply ? answer : new Reply(answer, endpoint.statuses[0]);
}

/** @throws ServiceError FORBIDDEN */
function refuseUnentitled({ ownerOnly, method }: Endpoint, { id, isReadOnly }: Caller): void {
  if (ownerOnly && id !== OWNER_ID) {
    throw new ServiceError(
      'FORBIDDEN',
      'Only keys of the owner account may manage the accounts of this service.',
    );
  }
  if (isReadOnly && method !== 'GET') {
    throw new ServiceError(
      'FORBIDDEN',
      'This key is read-only: it may only send GET requests. Create a key without read_only to change something.',
    );
  }
}
