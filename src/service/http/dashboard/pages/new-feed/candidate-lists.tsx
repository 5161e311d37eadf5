import type { Child } from 'hono/jsx';
import { selectorsSchema } from '../../../../../contract/index.js';
import { Button, TextField } from '../../views/form.js';
import { Badge } from '../../views/pieces.js';
import { type Draft, SELECTOR_FIELDS, selectorsOf } from './draft.js';
import type { Problems } from './problems.js';
import type { CandidateList } from './saved-page.js';

interface CandidateListsProps {
  /** The page of the form, below the dashboard. */
  path: string;
  lists: readonly CandidateList[];
  draft: Draft;
  /** Above the cards. */
  children?: Child;
}

/** The lists of a page as cards with their first titles, after the automatic choice. */
export function CandidateLists({ path, lists, draft, children }: CandidateListsProps) {
  const isAutomatic = selectorsOf(draft) === null;
  if (isAutomatic && lists.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="lists">
      <h2 id="lists">Lists on this page</h2>
      {children}
      <ul class="candidates">
        <li class={isAutomatic ? 'card chosen' : 'card'}>
          <Chosen isChosen={isAutomatic}>Automatic</Chosen>
          <p class="hint">The list is found without selectors, also after the page has changed.</p>
          {!isAutomatic && (
            <PickButton path={path} value="">
              Find the list automatically
            </PickButton>
          )}
        </li>
        {lists.map((list, index) => {
          const isChosen = isInUse(list, draft);
          return (
            <li class={isChosen && !isAutomatic ? 'card chosen' : 'card'}>
              <Chosen isChosen={isChosen}>
                <span class={`swatch m${(index % 6) + 1}`} /> List {index + 1}{' '}
                <span class="count">{list.items} items</span>
              </Chosen>
              <ol dir="auto">
                {list.titles.slice(0, 3).map((title) => (
                  <li>{title.slice(0, 120)}</li>
                ))}
              </ol>
              {!isChosen && (
                <PickButton path={path} value={JSON.stringify(list.selectors)}>
                  Use this list
                  <span class="unseen"> beginning with {list.titles[0]?.slice(0, 60)}</span>
                </PickButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Chosen({ isChosen, children }: { isChosen: boolean; children?: Child }) {
  return (
    <p>
      {children} {isChosen && <Badge tone="good">In use</Badge>}
    </p>
  );
}

function PickButton(props: { path: string; value: string; children?: Child }) {
  return (
    <button
      type="submit"
      name="pick"
      value={props.value}
      formaction={`${props.path}#lists`}
      class="button quiet small"
    >
      {props.children}
    </button>
  );
}

function isInUse(list: CandidateList, draft: Draft): boolean {
  const chosen = selectorsOf(draft);
  if (chosen === null) return list.list === 'winner';
  return JSON.stringify(chosen) === JSON.stringify(selectorsSchema.parse(list.selectors));
}

/** Whether the list in use is one of the cards, and not one of selectors that were typed. */
export function isOffered(lists: readonly CandidateList[], draft: Draft): boolean {
  return selectorsOf(draft) === null || lists.some((list) => isInUse(list, draft));
}

const LABELS = {
  'select.items': ['Items', 'An element for each item, such as main article'],
  'select.title': ['Title', 'Within an item; found automatically when empty'],
  'select.link': ['Link', 'Within an item; found automatically when empty'],
  'select.date': ['Date', 'Within an item; found automatically when empty'],
  'select.image': ['Picture', 'Within an item; found automatically when empty'],
} as const;

/** CSS selectors of the list, open when there is one or something is wrong with one. */
export function SelectorFields(props: {
  /** The page of the form, below the dashboard. */
  path: string;
  draft: Draft;
  problems: Problems;
  isOpen: boolean;
}) {
  const { draft, problems } = props;
  const isOpen = props.isOpen || SELECTOR_FIELDS.some((name) => problems[name]);
  return (
    <details id="selectors" class="card" open={isOpen}>
      <summary>Narrow the list with CSS selectors</summary>
      <div class="fields">
        <div class="columns">
          {SELECTOR_FIELDS.map((name) => (
            <TextField
              name={name}
              label={LABELS[name][0]}
              hint={LABELS[name][1]}
              value={draft[name] ?? ''}
              error={problems[name]}
              maxLength={1000}
            />
          ))}
        </div>
        <Button tone="quiet" goTo={`${props.path}#selectors`}>
          Try these selectors
        </Button>
      </div>
    </details>
  );
}
