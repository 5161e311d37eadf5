import { type Endpoint, type EndpointName, endpoints } from '../../contract/index.js';
import type { Caller } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { call } from './call.js';
import { errorReply } from './error-reply.js';
import type { Reply } from './handlers.js';
import { plainBody } from './plain-body.js';
import type { CallTools } from './tools.js';

/** What an endpoint is called with. */
export interface Given {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

type AnswerOf<Name extends EndpointName> = ReturnType<
  ReturnType<(typeof endpoints)[Name]['response']>['parse']
>;

/**
 * Calls endpoints in the name of one account; nothing is written as text.
 * @throws ServiceError
 */
export type AccountCalls = <Name extends EndpointName>(
  name: Name,
  given?: Given,
) => Promise<Reply<AnswerOf<Name>>>;

/**
 * The endpoints for callers in this process, which have found out themselves whose account it is.
 * @param isOnThisMachine whether who asks is on the machine of the service, for certain
 */
export function asAccount(
  { deps, webhooks, refresher, logger }: CallTools,
  account: Caller,
  isOnThisMachine = false,
): AccountCalls {
  // Not `answers`: they are for who sends bytes on.
  const tools = { deps, webhooks, refresher, logger };
  return async <Name extends EndpointName>(
    name: Name,
    { params = {}, query = {}, body }: Given = {},
  ) => {
    const { maxBodyBytes }: Endpoint = endpoints[name];
    const answer = await call(tools, name, {
      account,
      params,
      query: asSent(query),
      body: () => plainBody(body, maxBodyBytes),
      isOnThisMachine: () => isOnThisMachine,
    });
    return answer as Reply<AnswerOf<Name>>;
  };
}

/** A query as it is in an address. */
function asSent(query: NonNullable<Given['query']>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Calls for a `FeedClient` in this process: a failure is an answer, too. */
export function answering(calls: AccountCalls, logger: Logger) {
  return async (...call: Parameters<AccountCalls>) => {
    try {
      return await calls(...call);
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      logger.error({ err: error }, 'call failed');
      return errorReply(new ServiceError('INTERNAL', 'The service failed.'));
    }
  };
}

export type AnsweredCalls = ReturnType<typeof answering>;
