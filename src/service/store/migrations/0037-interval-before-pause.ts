import type { Migration } from './migration.js';

/** The interval that a paused feed goes back to. */
export const intervalBeforePause: Migration = {
  version: 37,
  name: 'interval-before-pause',
  async up({ schema }) {
    await schema.alterTable('feeds').addColumn('interval_before_pause', 'integer').execute();
  },
};
