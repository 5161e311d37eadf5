import { settleParking } from '../accounts/parked-feeds.js';
import { type Chore, HOUR } from './chore.js';

/** Clears away what has ended by itself: blocks of sites and turns there, sign-ins, places of processes that died. */
export const clearLeftovers: Chore = {
  name: 'leftovers',
  everyMs: HOUR,
  async step(db, now) {
    const results = [
      await db.deleteFrom('host_blocks').where('until', '<=', now).executeTakeFirstOrThrow(),
      await db.deleteFrom('host_turns').where('next_start_at', '<=', now).executeTakeFirstOrThrow(),
      await db.deleteFrom('host_visits').where('expires_at', '<=', now).executeTakeFirstOrThrow(),
      await db
        .deleteFrom('dashboard_links')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow(),
      await db
        .deleteFrom('dashboard_sessions')
        .where('expires_at', '<=', now)
        .executeTakeFirstOrThrow(),
      await db.deleteFrom('creations').where('expires_at', '<=', now).executeTakeFirstOrThrow(),
    ];
    const moved = await settleParking(db, now);
    return {
      position: null,
      done: moved === 0,
      cleared: results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0),
    };
  },
};
