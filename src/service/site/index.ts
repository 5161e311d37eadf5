/** Static sites: the feeds and bundles of a file as files that any web server can publish. */
export { type BuiltSite, buildSite } from './build-site.js';
export { contentHash, siteKey } from './site-key.js';
export { formatMarker, MARKER_FILE, parseMarker, type SiteMarker } from './site-marker.js';
export type { BundleReport, FeedReport } from './site-report.js';
export type { SiteRequest } from './site-request.js';
export { formatState, parseState, type SiteState, sameButTimes } from './site-state.js';
export { foreignSlugs, knownSlugs } from './slugs.js';
