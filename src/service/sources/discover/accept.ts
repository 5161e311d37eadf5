/** What is wanted of an address, feeds before pages: some sites serve both at one address. */
export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, text/html;q=0.7, application/json;q=0.6, */*;q=0.3';
