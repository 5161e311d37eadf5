import type { accountEndpoints } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { pageOf } from '../core/time.js';
import type { Deps } from '../feeds/deps.js';
import type { HandlersOf } from './handler.js';

/** Keys and accounts; loaded on first use, because few requests need them. */
export const accountHandlers: HandlersOf<typeof accountEndpoints> = {
  async listKeys(deps, { account, query }) {
    return { body: await (await keysOf(deps, account)).list(pageOf(query)) };
  },
  async createKey(deps, { account, body }) {
    return { body: await (await keysOf(deps, account)).create(body.name) };
  },
  async revokeKey(deps, { account, params }) {
    return { body: await (await keysOf(deps, account)).revoke(params.id) };
  },
  async listAccounts(deps, { query }) {
    return { body: await (await accounts(deps)).list(pageOf(query)) };
  },
  async createAccount(deps, { body }) {
    return { body: await (await accounts(deps)).create(body) };
  },
  async getAccount(deps, { params }) {
    return { body: await (await accounts(deps)).get(params.id) };
  },
  async updateAccount(deps, { params, body }) {
    return { body: await (await accounts(deps)).update(params.id, body) };
  },
  async listAccountKeys(deps, { params, query }) {
    const keys = await (await accounts(deps)).keysOf(params.id);
    return { body: await keys.list(pageOf(query)) };
  },
  async createAccountKey(deps, { params, body }) {
    const keys = await (await accounts(deps)).keysOf(params.id);
    return { body: await keys.create(body.name) };
  },
  async revokeAccountKey(deps, { params }) {
    const keys = await (await accounts(deps)).keysOf(params.id);
    return { body: await keys.revoke(params.keyId) };
  },
};

async function keysOf({ store, clock }: Deps, account: Account) {
  const { keyAdmin } = await import('../accounts/key-admin.js');
  return keyAdmin(store, clock, account);
}

async function accounts({ store, clock, newAccountLimits }: Deps) {
  const { accountAdmin } = await import('../accounts/account-admin.js');
  return accountAdmin(store, clock, newAccountLimits);
}
