import { onTestFinished } from 'vitest';
import { type AccountAdmin, accountAdmin } from '../../src/service/accounts/account-admin.js';
import { limitsOfNewAccounts } from '../../src/service/accounts/account-limits.js';
import { createApiKey } from '../../src/service/accounts/api-keys.js';
import { openStore } from '../../src/service/store/open-store.js';
import type { Store } from '../../src/service/store/store.js';
import { ManualClock } from './clock.js';
import { testDatabase } from './database.js';

export interface LimitsSetup {
  store: Store;
  clock: ManualClock;
  accounts: AccountAdmin;
  /** A new account with one key. */
  account(name: string): Promise<{ id: string; apiKey: string }>;
}

/** A store with accounts, and a clock that stands still. */
export async function startSetup(location?: string): Promise<LimitsSetup> {
  const clock = new ManualClock();
  const store = await openStore(location ?? (await testDatabase()), clock);
  onTestFinished(() => store.close());
  const accounts = accountAdmin(store, clock, limitsOfNewAccounts({}));
  return {
    store,
    clock,
    accounts,
    async account(name) {
      const { id } = await accounts.create({ name });
      const { apiKey } = await createApiKey(store, clock, { id }, { name: 'test' });
      return { id, apiKey };
    },
  };
}
