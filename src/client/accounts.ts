import { pathSegment } from './base-url.js';
import { type Calls, isGoneAlready, readAnswer } from './calls.js';
import { decodeAs, object, type Page, rememberAnswer } from './decode.js';
import type { CallOptions, PageOptions } from './options.js';
import type { ListOptions, Rows } from './paging.js';
import type {
  Account,
  ApiKey,
  CreateAccountBody,
  CreateKeyBody,
  NewApiKey,
  RevokedKey,
  UpdateAccountBody,
} from './resources.js';

/** The API keys of one account. Only feedctl's own service has these endpoints. */
export class KeyCalls {
  readonly #calls: Calls;
  readonly #path: string;

  constructor(calls: Calls, path: string) {
    this.#calls = calls;
    this.#path = path;
  }

  /** Reads one page of the keys, newest first, revoked ones included. */
  async list({ limit, offset, ...options }: PageOptions = {}): Promise<ApiKey[]> {
    return (await this.#page({ ...options, query: { limit, offset } })).data;
  }

  /** Walks all keys, a page at a time. */
  all(options: ListOptions = {}): Rows<ApiKey> {
    return this.#calls.rows(options, (call) => this.#page(call));
  }

  /**
   * Creates a key. Never repeated by the client: after a `NetworkError` a key may exist whose secret
   * is lost; revoke it.
   */
  create(body: CreateKeyBody, options: CallOptions = {}): Promise<NewApiKey> {
    return this.#calls.own(KEYS, options, () =>
      this.#calls.call('POST', this.#path, decodeNewKey, { ...options, body }),
    );
  }

  /** Revokes a key permanently: requests with it are refused from now on. */
  async revoke(id: string, options: CallOptions = {}): Promise<RevokedKey> {
    const path = `${this.#path}/${pathSegment('id', id)}`;
    const revoked: RevokedKey = { id, revoked: true };
    return this.#calls.own(KEYS, options, async () => {
      const answer = await this.#calls.send({ ...options, method: 'DELETE', path });
      if (isGoneAlready(answer)) return revoked;
      const { status } = answer.response;
      return readAnswer(answer, (body) =>
        rememberAnswer({ ...object(body, 'a key'), ...revoked }, { status, body }),
      );
    });
  }

  #page(call: PageCall): Promise<Page<ApiKey>> {
    return this.#calls.own(KEYS, call, () => this.#calls.page(this.#path, decodeKey, call));
  }
}

/** The accounts of a service; for keys of its owner account. Only feedctl's own service has them. */
export class AccountCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Reads one page of the accounts, oldest first. */
  async list({ limit, offset, ...options }: PageOptions = {}): Promise<Account[]> {
    return (await this.#page({ ...options, query: { limit, offset } })).data;
  }

  /** Walks all accounts, a page at a time. */
  all(options: ListOptions = {}): Rows<Account> {
    return this.#calls.rows(options, (call) => this.#page(call));
  }

  /** Retrieves an account by its id or its name. */
  get(account: string, options: CallOptions = {}): Promise<Account> {
    return this.#call('GET', accountPath(account), options);
  }

  /** Creates an account; it has no key yet. */
  create(body: CreateAccountBody, options: CallOptions = {}): Promise<Account> {
    return this.#call('POST', ACCOUNTS_PATH, { ...options, body });
  }

  /** Changes limits of an account, by its id or its name; disables or enables it. */
  update(account: string, body: UpdateAccountBody, options: CallOptions = {}): Promise<Account> {
    return this.#call('PATCH', accountPath(account), { ...options, body });
  }

  /** The keys of an account, by its id or its name. */
  keysOf(account: string): KeyCalls {
    return new KeyCalls(this.#calls, `${accountPath(account)}/keys`);
  }

  #call(method: string, path: string, options: CallOptions & { body?: object }): Promise<Account> {
    return this.#calls.own(ACCOUNTS, options, () =>
      this.#calls.call(method, path, decodeAccount, options),
    );
  }

  #page(call: PageCall): Promise<Page<Account>> {
    return this.#calls.own(ACCOUNTS, call, () =>
      this.#calls.page(ACCOUNTS_PATH, decodeAccount, call),
    );
  }
}

type PageCall = Parameters<Calls['page']>[2];

const KEYS = 'API keys';
const ACCOUNTS = 'accounts';
const ACCOUNTS_PATH = '/v1/accounts';

function accountPath(account: string): string {
  return `${ACCOUNTS_PATH}/${pathSegment('account', account)}`;
}

const decodeKey = decodeAs<ApiKey>('id', 'name');
const decodeNewKey = decodeAs<NewApiKey>('id', 'name', 'secret');
const decodeAccount = decodeAs<Account>('id', 'name', 'limits');
