import type { Renderer } from '../render/renderer.js';
import type { FeedSearch } from './discover/find-feed.js';
import type { RobotsRules } from './robots/robots-rules.js';

/** The options for pages, in addition to those for feeds. */
export interface PageSearch extends FeedSearch {
  robots: RobotsRules;
  /** Null without FEEDCTL_BROWSER. */
  renderer: Renderer | null;
}
