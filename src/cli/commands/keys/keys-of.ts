import type {
  ApiKey,
  CreateKeyBody,
  FeedClient,
  ListOptions,
  NewApiKey,
  Rows,
} from '../../../client/index.js';

/** The API keys of one account. */
export interface Keys {
  all(options?: ListOptions): Rows<ApiKey>;
  create(body: CreateKeyBody): Promise<NewApiKey>;
  revoke(id: string): Promise<object>;
}

/** @param account id or name of another account; undefined: the account in use */
export function keysOf(client: FeedClient, account: string | undefined): Keys {
  if (account === undefined) {
    return {
      all: (options) => client.keys(options),
      create: (body) => client.createKey(body),
      revoke: (id) => client.revokeKey(id),
    };
  }
  return {
    all: (options) => client.accountKeys(account, options),
    create: (body) => client.createAccountKey(account, body),
    revoke: (id) => client.revokeAccountKey(account, id),
  };
}
