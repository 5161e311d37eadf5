import { type AccountAdmin, accountAdmin } from '../../src/service/accounts/account-admin.js';
import type { Service } from '../../src/service/app/service.js';

/** The accounts of a service, as `/v1/accounts` manages them. */
export function accountsOf({ http }: Pick<Service, 'http'>): AccountAdmin {
  const { store, clock, newAccountLimits } = http.deps;
  return accountAdmin(store, clock, newAccountLimits);
}

/** The first page of a list. */
export const FIRST_PAGE = { limit: 10, offset: 0 } as const;
