/** Static sites: the feeds and bundles of a file as files that any web server can publish. */
export { type BuiltSite, buildSite } from './build-site.js';
export { contentHash, siteKey } from './state/site-key.js';
export { formatMarker, MARKER_FILE, parseMarker, type SiteMarker } from './state/site-marker.js';
export type { BundleReport, FeedReport } from './state/site-report.js';
export type { SiteRequest } from './state/site-request.js';
export { formatState, parseState, type SiteState, sameButTimes } from './state/site-state.js';
export { foreignSlugs, knownSlugs } from './state/slugs.js';
