/** A sample of what `plan --json` prints. */
export const PLAN_SAMPLE = {
  create: 1,
  update: 1,
  delete: 0,
  unchanged: { feeds: 12, bundles: 1 },
  kept: { feeds: 3, bundles: 0, members: 0 },
  changes: [
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/news' },
      fields: { title: { from: null, to: 'Example News' } },
    },
    {
      action: 'update',
      kind: 'bundle',
      id: '_a1B2c3D4e5F6g7H8',
      name: 'Mornings',
      fields: {},
      add: [{ url: 'https://example.com/news' }],
      remove: [],
    },
  ],
  warnings: [],
};
