/** The name of the cookie in which the script stores the time zone of the browser. */
export const ZONE_COOKIE = 'feedctl_zone';

/**
 * The only script of the dashboard, an enhancement: every page works without it. At most 9 KiB. It
 * reads these attributes of a page:
 *
 * - `[data-copy="text"]`: a button that copies this text; without a clipboard it selects the `code` next to it
 * - `a[data-fill="text"]`: fills the text field of its form
 * - `#follow`: a dialog that replaces the links to `feeds/new`
 * - `time[datetime]`: the tooltip shows the time in the time zone of the browser, and so do the text with
 *   `data-exact` or `data-slot` and the title of a bar in `g[data-at]`
 * - `input[data-select-all="name"]`: ticks all checkboxes of this name in its form; a click with Shift
 *   on one of them ticks those between, too
 * - `[data-selected]`: shows the number of ticked checkboxes in its form, or "All" if the checkbox `all` is ticked
 * - `[data-live="seconds"]` with an id: is replaced by the same element of the reloaded page, until the new
 *   element no longer has the attribute; `data-live-from` is the address of another page to load it from
 * - `iframe[data-lists="selector"]`: scrolls to the first of these elements in its page; a click there puts
 *   the position of the clicked element into the field `point`, with the prefix "-" within one of these
 *   elements, and presses `[data-point]`
 * - `.thumbnail`: is hidden if the picture is missing
 * - `[data-script]`: is visible only if the script runs
 *
 * It stores the time zone of the browser in a cookie, because pages group items by day in that time zone.
 *
 * Keys: `j` and `k` move to the next and previous item, table row, or article of the list from which the
 * article was opened; `o` opens the row, `v` its `[data-visit]`; `/` searches; `a` adds a feed; `?` shows help.
 */
export const SCRIPT = `'use strict';
(() => {
document.cookie = '${ZONE_COOKIE}=' + encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  + ';path=/;max-age=31536000;samesite=lax';
const all = (selector, root) => [
  ...(root.matches && root.matches(selector) ? [root] : []),
  ...root.querySelectorAll(selector),
];

const enhanceCopying = (root) => {
  for (const button of all('[data-copy]', root)) {
    const label = button.lastElementChild || button;
    const text = label.textContent;
    button.onclick = async () => {
      try { await navigator.clipboard.writeText(button.dataset.copy); label.textContent = 'Copied'; }
      catch {
        const code = button.parentElement.querySelector('code');
        if (code) getSelection().selectAllChildren(code);
        label.textContent = 'Press Ctrl-C';
      }
      setTimeout(() => { label.textContent = text; }, 2000);
    };
  }
};

const enhanceTimes = (root) => {
  const zone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const slot = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  for (const time of all('time[datetime]', root)) {
    const at = new Date(time.dateTime);
    if (isNaN(at)) continue;
    time.title = zone.format(at);
    if ('exact' in time.dataset) time.textContent = zone.format(at);
    if ('slot' in time.dataset) time.textContent = slot.format(at);
  }
  for (const bar of all('g[data-at]', root)) {
    const title = bar.querySelector('title');
    title.textContent = slot.format(new Date(bar.dataset.at)) + title.textContent.replace(/^.*?(?=: )/, '');
  }
};

const enhanceSelection = (root) => {
  for (const box of all('input[data-select-all]', root)) {
    if (!box.form) continue;
    const boxes = () => [...box.form.elements]
      .filter((field) => field.type === 'checkbox' && field.name === box.dataset.selectAll);
    const show = () => {
      const count = boxes().filter((field) => field.checked).length;
      box.checked = count > 0 && count === boxes().length;
      box.indeterminate = count > 0 && !box.checked;
      const every = box.form.elements.namedItem('all');
      const text = (every && every.checked ? 'All' : count) + ' selected';
      for (const part of all('[data-selected]', box.form)) part.textContent = text;
    };
    box.addEventListener('change', () => {
      for (const field of boxes()) field.checked = box.checked;
      show();
    });
    let last;
    box.form.addEventListener('click', ({ target, shiftKey }) => {
      const [from, to] = [boxes().indexOf(last), boxes().indexOf(target)];
      if (to < 0) return;
      last = target;
      if (!shiftKey || from < 0) return;
      for (const field of boxes().slice(Math.min(from, to), Math.max(from, to))) field.checked = target.checked;
      show();
    });
    box.form.addEventListener('change', show);
    show();
  }
};

const enhancePage = (root) => {
  for (const frame of all('iframe[data-lists]', root)) {
    const listen = () => {
      const page = frame.contentDocument;
      const { lists } = frame.dataset;
      const first = lists && [...page.querySelectorAll(lists)].find((one) => one.getClientRects().length);
      if (first) page.scrollingElement.scrollTo(0, first.getBoundingClientRect().top + page.scrollingElement.scrollTop - 40);
      page.addEventListener('click', (event) => {
      event.preventDefault();
      const place = event.target.closest('[data-at]');
      const button = document.querySelector('button[data-point]');
      if (!place || !button) return;
      const isInUse = lists && place.closest(lists);
      button.form.elements.namedItem('point').value = (isInUse ? '-' : '') + place.dataset.at;
      button.click();
      });
    };
    frame.addEventListener('load', listen);
    if (frame.contentDocument.readyState === 'complete') listen();
  }
};

const enhancePictures = (root) => {
  for (const picture of all('.thumbnail', root)) {
    picture.onload = () => { picture.hidden = picture.naturalWidth < 2; };
    if (picture.complete) picture.onload();
  }
};

const enhanceLive = (root) => {
  for (const part of all('[data-live][id]', root)) {
    setTimeout(() => reload(part), 1000 * Number(part.dataset.live));
  }
};

const reload = async (part) => {
  if (!part.isConnected) return;
  // What somebody ticked is not taken away.
  if (part.querySelector(':checked')) { enhanceLive(part); return; }
  const from = part.dataset.liveFrom;
  let fresh;
  try {
    const answer = await fetch(from ? new URL(from, document.baseURI) : location.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    fresh = answer.redirected ? null : page.getElementById(part.id);
    if (!fresh) { location.reload(); return; }
  } catch { setTimeout(() => reload(part), 10000); return; }
  // A text that did not change is not said again.
  if (part.textContent === fresh.textContent && fresh.dataset.live && from) { enhanceLive(part); return; }
  if (part.getAttribute('role') === 'status') { part.className = fresh.className; part.replaceChildren(...fresh.childNodes); enhance(part); return; }
  part.replaceWith(fresh);
  enhance(fresh);
};

const enhance = (root) => {
  for (const part of all('[data-script]', root)) part.hidden = false;
  enhanceCopying(root);
  enhanceTimes(root);
  enhanceSelection(root);
  enhancePage(root);
  enhancePictures(root);
  enhanceLive(root);
};

const ROWS = '.items > li, .table tbody tr';
const rowsOfPage = () => all(ROWS, document.getElementById('content'))
  .filter((row) => row.offsetParent !== null && row.querySelector('a, summary, button'));
const LIST = 'feedctl-list';
const lastList = () => { try { return JSON.parse(sessionStorage.getItem(LIST)); } catch { return null; } };
const keepList = (list) => { try { sessionStorage.setItem(LIST, JSON.stringify(list)); } catch {} };
const articles = () => all('.items .title a', document)
  .filter((link) => link.origin === location.origin && link.pathname.includes('/items/'));
document.addEventListener('click', (event) => {
  const link = articles().find((one) => one.contains(event.target));
  if (link) keepList({ from: location.href, links: articles().map((one) => one.href), at: link.href });
});
addEventListener('pageshow', () => {
  const [entry] = performance.getEntriesByType('navigation');
  const list = entry && entry.type === 'back_forward' ? lastList() : null;
  if (!list || list.from !== location.href) return;
  const link = articles().find((one) => one.href === list.at);
  if (link) { link.focus(); link.scrollIntoView({ block: 'center' }); }
});

const move = (step) => {
  const list = document.querySelector('.article') && lastList();
  const here = list ? list.links.indexOf(location.href) : -1;
  if (here >= 0) {
    const at = list.links[here + step];
    if (at) { keepList({ ...list, at }); location.href = at; }
    return;
  }
  const neighbour = document.querySelector('.article a[rel=' + (step > 0 ? 'next' : 'prev') + ']');
  if (neighbour) { neighbour.click(); return; }
  const rows = rowsOfPage();
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  next.querySelector('a, summary, button').focus();
  next.scrollIntoView({ block: 'nearest' });
};
const press = (selector) => {
  const row = rowsOfPage().find((one) => one.contains(document.activeElement));
  const link = (row || document.querySelector('.article') || document.body).querySelector(selector);
  if (link && (row || selector !== 'a')) link.click();
};

const follow = (event) => {
  const dialog = document.getElementById('follow');
  const field = document.querySelector('main .follow input');
  if (!dialog && !field) return;
  event.preventDefault();
  if (!field) dialog.showModal();
  (field || dialog.querySelector('[name=follow]')).focus();
};
document.addEventListener('click', (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest('a');
  if (!link) return;
  if (link.getAttribute('href') === 'feeds/new') follow(event);
  if (!('fill' in link.dataset)) return;
  event.preventDefault();
  const [field] = link.closest('form').elements;
  field.value = link.dataset.fill;
  field.focus();
});

const KEYS = {
  a: follow,
  j: () => move(1),
  k: () => move(-1),
  o: () => press('a'),
  v: () => press('[data-visit]'),
  '/': () => {
    const field = document.querySelector('input[type=search]');
    if (field) { field.focus(); field.select(); }
  },
  '?': () => {
    const link = document.querySelector('a[data-help]');
    if (link) location.href = link.href + '#keys';
  },
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, dialog')) return;
  const act = Object.hasOwn(KEYS, event.key) && KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
});

enhance(document);
})();
`;
