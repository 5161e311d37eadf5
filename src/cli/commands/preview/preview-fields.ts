import { FEED_FIELDS } from '../../../resources/feed.js';

const { mode, from, selectors, access, render, steps, filters } = FEED_FIELDS;

/** What a preview takes of the fields of a feed. */
export const PREVIEW_FIELDS = { mode, from, selectors, access, render, steps, filters } as const;
