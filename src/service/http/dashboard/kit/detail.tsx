import type { Child } from 'hono/jsx';
import { Heading } from '../views/pieces.js';

/** What is said of a thing, in a line. Nothing is said without a value. */
export type Facts = readonly (readonly [name: string, value: Child] | '' | null)[];

interface DetailProps {
  title: string;
  sub?: Child;
  /** Buttons beside the title. */
  actions?: Child;
  /** One line under the title. */
  facts?: Facts;
  tabs?: Tabs;
  children?: Child;
}

interface Tabs {
  /** What they are about, for those who cannot see it. */
  label: string;
  /** Path of the first one, below the dashboard. */
  at: string;
  /** Ends of their paths, with labels. */
  of: readonly (readonly [path: string, label: string, count?: number])[];
  here: string;
}

/** A page about one thing: its name, a line of facts, and its parts. */
export function Detail({ title, sub, actions, facts, tabs, children }: DetailProps) {
  return (
    <>
      <Heading
        title={title}
        sub={
          (sub || facts) && (
            <>
              {sub && <div>{sub}</div>}
              {facts && <FactLine facts={facts} />}
            </>
          )
        }
      >
        {actions}
      </Heading>
      {tabs && <TabList {...tabs} />}
      {children}
    </>
  );
}

export function FactLine({ facts }: { facts: Facts }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact &&
          fact[1] !== null && (
            <div>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function TabList({ label, at, of, here }: Tabs) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {of.map(([path, name, count]) => (
          <li>
            <a href={`${at}${path}`} {...(path === here ? { 'aria-current': 'page' } : {})}>
              {name}
              {count !== undefined && <span class="count"> {count.toLocaleString('en')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
