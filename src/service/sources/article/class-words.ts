/** What Readability takes for a sign that an element is no part of an article, anywhere in a name. */
const SUSPECTED =
  /-ad-|\bad-|-ad\b|ai2html|banner|breadcrumb|com-|combx|comment|community|contact|cover-wrap|disqus|extra|footer|gdpr|header|hidden|legends|masthead|media|menu|meta|outbrain|pager|pagination|popup|promo|related|remark|replies|rss|scroll|share|shopping|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|tags|widget/i;

/** The same as whole words. */
const SIGNS =
  words(`ad ads advert advertisement ai2html banner banners breadcrumb breadcrumbs comment comments community
  contact disqus extra extras footer footers gdpr header headers hidden legends masthead media menu menus meta outbrain
  pager pagination popup popups promo promos promoted related remark remarks replies rss scroll share shared sharing
  shopping shoutbox sidebar sidebars skyscraper social socials sponsor sponsored sponsors supplemental tags widget widgets`);

/** Words next to them that say where an element is or how it is built. */
const STRUCTURE =
  words(`site page main global local top bottom left right center inner outer upper lower first last before
  after above below wrap wrapper wrapped container box block section area zone slot row col column grid group list lists
  item items link links icon icons button buttons btn btns bar bars nav navigation navbar panel pane card cards form
  field count counter counts number title heading label text thread respond reply post posts article articles story
  stories entry entries content blog news media image images video follow us network networks print desktop mobile
  tablet fixed sticky primary secondary tertiary module component unit body foot head el elem view full width small
  medium large wide js is has the and of in on to for by with my your recent latest popular recommended more`);

/**
 * Names of an element without those that only contain a word such as "social": the words of
 * `social-links` and `siteFooter` are all of a frame around an article, those of `social-impact` and
 * `footer-note` are what it is about.
 * @param names class or id as written
 */
export function namesOfFrame(names: string): string {
  if (!SUSPECTED.test(names)) return names;
  return names
    .split(/\s+/)
    .filter((name) => !SUSPECTED.test(name) || isOfFrame(name))
    .join(' ');
}

/** Longer names are made by machines. */
const MAX_NAME = 100;

function isOfFrame(name: string): boolean {
  if (name.length > MAX_NAME) return true;
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part.length > 1 && !/\d/.test(part));
  return (
    parts.some((part) => SIGNS.has(part)) &&
    parts.every((part) => SIGNS.has(part) || STRUCTURE.has(part))
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
