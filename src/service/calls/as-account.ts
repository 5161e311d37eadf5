import { type Endpoint, type EndpointName, endpoints } from '../../contract/index.js';
import type { Caller } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { call } from './call.js';
import { errorReply } from './error-reply.js';
import type { Reply } from './handlers.js';
import { plainBody } from './plain-body.js';
import type { CallTools } from './tools.js';

/** The parts of a call to an endpoint. */
export interface Given {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

type AnswerOf<Name extends EndpointName> = ReturnType<
  ReturnType<(typeof endpoints)[Name]['response']>['parse']
>;

/**
 * Calls endpoints in the name of one account, with objects instead of texts. @throws ServiceError
 */
export type AccountCalls = <Name extends EndpointName>(
  name: Name,
  given?: Given,
) => Promise<Reply<AnswerOf<Name>>>;

/**
 * The endpoints for callers in this process, which know the account. @param isOnThisMachine true if
 * the caller is certainly on the machine of the service
 */
export function asAccount(
  { deps, webhooks, refresher, logger }: CallTools,
  account: Caller,
  isOnThisMachine = false,
): AccountCalls {
  // `answers` is left out: it is for callers that send bytes.
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

/** A query in the form of an address. */
function asSent(query: NonNullable<Given['query']>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Calls for a `FeedClient` in this process: a failure is an answer as well. */
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
