/** A sample of what `apply --json` prints. */
export const APPLY_SAMPLE = {
  done: 1,
  failed: 1,
  left: 0,
  changes: [
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/news' },
      fields: { title: { from: null, to: 'Example News' } },
      ok: true,
      id: 'a1B2c3D4e5F6g7H8',
    },
    {
      action: 'create',
      kind: 'feed',
      source: { url: 'https://example.com/gone' },
      fields: {},
      ok: false,
      error: { message: 'The source answers 404.', code: 'SOURCE_UNREACHABLE', statusCode: 400 },
    },
  ],
};

/** The same of `import --json`: also the entries of the file that were left out, if there are any. */
export const IMPORT_SAMPLE = {
  ...APPLY_SAMPLE,
  skipped: [
    {
      action: 'skip',
      kind: 'feed',
      title: 'Letters',
      value: 'newsletter:letters@example.com',
      line: 7,
      ok: false,
      error: { message: '"url" must be an address', code: 'UNUSABLE_ENTRY' },
    },
  ],
};
